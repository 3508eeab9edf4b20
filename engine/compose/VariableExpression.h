// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/value/Dictionary.h"

namespace usdscope {

/// What a variable expression comes to.
struct ExpressionResult {
  /// std::string, std::int64_t, bool, an array of one of these, or empty: None, or an error.
  Value value;
  std::string errors;                      ///< Why there is no value, as sentences; empty: none.
  std::vector<std::string> usedVariables;  ///< Asked for on the way, sorted, each once.

  /// The value where it is a text, else empty.
  std::string text() const { return value.valueOr(std::string()); }
};

/// Whether a text stands for what it evaluates to: `"${SHOT}.usda"` in backquotes.
bool isVariableExpression(std::string_view text);

/// Evaluates an expression with the variables of a layer stack. Variables may hold expressions
/// themselves; cycles are errors. Nesting is limited.
///
/// Texts with `${NAME}` in them, integers, True, False, None, `[lists]`, `${NAME}`, and the
/// functions if, eq, neq, lt, leq, gt, geq, and, or, not, contains, at, len, defined.
/// (SdfVariableExpression.)
ExpressionResult evaluateVariableExpression(std::string_view expression,
                                            const Dictionary& variables);

/// The same for an expression that must come to a text: any other value but None is an error.
ExpressionResult evaluateTextExpression(std::string_view expression, const Dictionary& variables);

}  // namespace usdscope
