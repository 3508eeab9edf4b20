// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/layer/PredicateExpression.h"
#include "engine/layer/detail/ExpressionScanner.h"

namespace usdscope::detail {

/// Parses a predicate up to the brace that ends it. Returns false when `in` has failed.
bool readPredicate(ExpressionScanner& in, PredicateExpression& out);

}  // namespace usdscope::detail
