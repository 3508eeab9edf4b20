// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/value/Value.h"

namespace usdscope::usda {

/// Reads a path expression and spells it as the reference does. An invalid expression becomes the
/// empty one and is reported.
bool readPathExpression(ReadContext& context, PathExpression& out);

/// Makes the paths of an expression, or of an array of expressions, absolute. Other values stay.
void anchorPathExpressions(Value& value, Path prim);

}  // namespace usdscope::usda
