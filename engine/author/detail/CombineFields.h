// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Token.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Combines the values that two layers of a stack have for a field. Dictionaries are combined key
/// by key, variant selections set by set, list edits become one edit, and a weaker specifier
/// replaces `over`. For other fields returns `strong`.
Value combinedFields(Token field, const Value& strong, const Value& weak);

/// Replaces the legacy parts of a list edit, because edits with these parts cannot be combined:
/// added items become appended items, and reordering is dropped. Returns other values unchanged.
Value withComposableEdits(Value value);

}  // namespace usdscope
