// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/PredicateExpression.h"
#include "engine/layer/detail/ExpressionScanner.h"

namespace usdscope::detail {

/// Reads a predicate up to the brace or whatever else ends it. False when `in` has failed.
bool readPredicate(ExpressionScanner& in, PredicateExpression& out);

}  // namespace usdscope::detail
