// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Json.h"
#include "engine/report/text/LayerNames.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Converts a value to JSON:
/// - Vectors, quaternions (real part first) and matrices (row by row, as USD writes them) become
///   lists.
/// - Asset paths include the resolved file.
/// - Dictionaries become objects.
/// - A list operation becomes the list that results when it is applied to an empty list.
/// - Empty values and blocks become null.
/// - An array of more than 16 elements becomes a digest: its count, its first and last elements,
///   and sums or a SHA-1 of all elements.
Json valueToJson(const Value& value, const LayerNames& names);

}  // namespace usdscope
