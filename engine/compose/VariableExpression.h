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
  std::string errors;                      ///< Why evaluation failed, as sentences; else empty.
  std::vector<std::string> usedVariables;  ///< The variables looked up, sorted, each once.

  /// The value if it is a text, else empty.
  std::string text() const { return value.valueOr(std::string()); }
};

/// True for a text in backquotes, such as `"${SHOT}.usda"`, which is to be evaluated.
bool isVariableExpression(std::string_view text);

/// Evaluates an expression with the variables of a layer stack. Variables may contain expressions
/// themselves; cycles are errors. Nesting is limited.
///
/// Supports texts with `${NAME}` in them, integers, True, False, None, `[lists]`, `${NAME}`, and
/// the functions if, eq, neq, lt, leq, gt, geq, and, or, not, contains, at, len, defined.
/// (SdfVariableExpression.)
ExpressionResult evaluateVariableExpression(std::string_view expression,
                                            const Dictionary& variables);

/// Evaluates an expression that must give a text or None; other values are errors.
ExpressionResult evaluateTextExpression(std::string_view expression, const Dictionary& variables);

}  // namespace usdscope
