// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"
#include "engine/value/Value.h"

namespace usdscope::usda {

/// Reads a path expression and spells it as the reference does. One that makes no sense becomes
/// the empty one, and is reported.
bool readPathExpression(ReadContext& context, PathExpression& out);

/// Makes the paths of expressions, single or in an array, absolute at a prim. Other values stay.
void anchorPathExpressions(Value& value, Path prim);

}  // namespace usdscope::usda
