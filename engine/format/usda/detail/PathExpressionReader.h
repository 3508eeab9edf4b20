// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/value/Value.h"

namespace usdscope::usda {

/// Reads a path expression and converts it to the spelling of the reference. Reports an invalid
/// expression and replaces it with the empty one.
bool readPathExpression(ReadContext& context, PathExpression& out);

/// Makes the paths of an expression, or of an array of expressions, absolute. Does not change other
/// values.
void anchorPathExpressions(Value& value, Path prim);

}  // namespace usdscope::usda
