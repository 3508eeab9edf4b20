// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/layer/PathExpressionTree.h"

namespace usdscope::detail {

/// Reads a path expression. False, and `steps` is empty, when the text is none; no text at all is
/// one without steps.
bool parsePathExpression(std::string_view text, PathSyntax syntax,
                         std::vector<PathExpressionStep>& steps, ExpressionProblem& problem);

}  // namespace usdscope::detail
