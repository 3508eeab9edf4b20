// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/layer/PathExpressionTree.h"

namespace usdscope::detail {

/// Parses a path expression. Returns false, with `steps` empty, for invalid text. An empty text is
/// an expression without steps.
bool parsePathExpression(std::string_view text, PathSyntax syntax,
                         std::vector<PathExpressionStep>& steps, ExpressionProblem& problem);

}  // namespace usdscope::detail
