// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/value/Dictionary.h"

namespace usdscope {

/// The result of a variable expression.
struct ExpressionResult {
  /// std::string, std::int64_t, bool, or an array of one of these. Empty for None and for errors.
  Value value;
  std::string errors;  ///< Sentences that say why evaluation failed; empty on success.
  std::vector<std::string> usedVariables;  ///< The variables looked up, sorted, each once.

  /// The value if it is a string, else empty.
  std::string text() const { return value.valueOr(std::string()); }
};

/// Whether a text is an expression: it is in backquotes, such as `"${SHOT}.usda"`.
bool isVariableExpression(std::string_view text);

/// Evaluates an expression with the variables of a layer stack. Variables may contain expressions
/// themselves; cycles are errors. Nesting is limited.
///
/// Supports strings that contain `${NAME}`, integers, True, False, None, `[lists]`, `${NAME}`, and
/// the functions if, eq, neq, lt, leq, gt, geq, and, or, not, contains, at, len, defined.
/// (SdfVariableExpression.)
ExpressionResult evaluateVariableExpression(std::string_view expression,
                                            const Dictionary& variables);

/// Evaluates an expression whose value must be a string or None; other values are errors.
ExpressionResult evaluateTextExpression(std::string_view expression, const Dictionary& variables);

}  // namespace usdscope
