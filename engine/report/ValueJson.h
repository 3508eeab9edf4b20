// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Json.h"
#include "engine/report/LayerNames.h"
#include "engine/value/Value.h"

namespace usdscope {

/// A value as JSON: vectors, quaternions (real part first) and matrices (rows as USD writes them)
/// as lists, assets with the file they resolve to, dictionaries as objects, list operations as the
/// list they give over nothing, no value and blocks as null. Arrays of more than 16 elements become
/// a digest: count, both ends, and sums or a SHA-1 of all elements.
Json valueToJson(const Value& value, const LayerNames& names);

}  // namespace usdscope
