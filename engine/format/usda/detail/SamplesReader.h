// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ValueReader.h"
#include "engine/value/TimeSamples.h"

namespace usdscope::usda {

/// Reads a value of an attribute. Those of a type that nobody knows are kept as text, and a path
/// may stand for a value of any type: the reference keeps it too. Of arrays it may be an ArrayEdit.
bool readAttributeValue(ReadContext& context, const TypeText& type, Value& out);

/// Reads `{ 1: value, 2: None, … }` as TimeSamples or the StoredWord of such. Times may come in any
/// order; of equal ones the last counts.
bool readTimeSamples(ReadContext& context, const TypeText& type, Value& out);

}  // namespace usdscope::usda
