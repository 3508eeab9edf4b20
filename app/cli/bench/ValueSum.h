// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/value/Value.h"

namespace usdscope {

/// Sum of the numeric components of a value, in double precision. Numbers, vectors, quaternions and
/// matrices count; booleans, text, asset paths, time codes and everything else give 0.
double sumOfComponents(const Value& value);

/// Of an array the sum of its first and its last element, which of one element counts twice; of
/// other values sumOfComponents().
double sumOfEnds(const Value& value);

/// How many asset paths, single or in an array, say where they lie.
std::size_t resolvedAssetCount(const Value& value);

/// Reads one byte in every 4096 of an array that may still lie in a mapped file. Gives their sum.
unsigned touchPages(const Value& value);

}  // namespace usdscope
