// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Json.h"
#include "engine/report/LayerNames.h"
#include "engine/value/Value.h"

namespace usdscope {

/// A value as JSON. Vectors, quaternions (real part first) and matrices (rows as USD writes them)
/// are lists; assets include the resolved file; dictionaries are objects; a list operation is the
/// list it makes of an empty list; empty values and blocks are null. An array of more than 16
/// elements is a digest: its count, both ends, and sums or a SHA-1 of all elements.
Json valueToJson(const Value& value, const LayerNames& names);

}  // namespace usdscope
