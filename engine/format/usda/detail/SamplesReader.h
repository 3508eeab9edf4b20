// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ValueReader.h"
#include "engine/value/TimeSamples.h"

namespace usdscope::usda {

/// Reads a value of an attribute. Values of unknown types are kept as text. As in the reference, a
/// path is valid as a value of any type. The value of an array may be an ArrayEdit.
bool readAttributeValue(ReadContext& context, const TypeText& type, Value& out);

/// Reads `{ 1: value, 2: None, … }` as TimeSamples or their StoredWord. Times may have any order.
/// If a time occurs more than once, the last value is used.
bool readTimeSamples(ReadContext& context, const TypeText& type, Value& out);

}  // namespace usdscope::usda
