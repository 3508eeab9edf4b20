// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "engine/value/Value.h"

namespace usdscope {

/// Returns the sum of the numeric components of a value, in double precision. Adds numbers,
/// vectors, quaternions and matrices; booleans, text, asset paths, time codes and all other types
/// give 0.
double sumOfComponents(const Value& value);

/// For an array, returns the sum of sumOfComponents() of its first and its last element, even if
/// both are the same element. For other values, returns sumOfComponents().
double sumOfEnds(const Value& value);

/// Returns how many asset paths, single or in an array, are resolved.
std::size_t resolvedAssetCount(const Value& value);

/// Reads one byte in every 4096 of an array, which may be in a mapped file. Returns their sum.
unsigned touchPages(const Value& value);

}  // namespace usdscope
