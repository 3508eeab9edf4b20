// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Token.h"
#include "engine/value/Value.h"

namespace usdscope {

/// What two layers of one stack say of a field, as one: dictionaries key by key, list edits as one
/// edit, variant selections set by set, of an `over` the other's specifier; else `strong`.
Value combinedFields(Token field, const Value& strong, const Value& weak);

/// The value or, of a list edit with legacy parts, one without that comes near: what is added is
/// appended, and nothing is reordered. Two such edits are always one edit together.
Value withComposableEdits(Value value);

}  // namespace usdscope
