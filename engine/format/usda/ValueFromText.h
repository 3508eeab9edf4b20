// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/value/TypeName.h"

namespace usdscope {

/// A value, or the reason why a text is not a value.
struct ValueFromText {
  Value value;  ///< Empty if there is a problem.
  /// One sentence with the column, what was expected and what was found; empty on success.
  std::string problem;
};

/// Reads a value as text layers spell the value of an attribute: `0.5`, `(1, 2, 3)`, `["a", "b"]`,
/// `@a.usd@`, and `None` for a block. Single strings, tokens and asset paths need no quotes. Asset
/// paths are not resolved. Thread-safe.
ValueFromText valueFromText(std::string_view text, const TypeName& type);

/// Reads a dictionary as text layers spell it: `{ int a = 1; dictionary b = { … } }`.
ValueFromText dictionaryFromText(std::string_view text);

}  // namespace usdscope
