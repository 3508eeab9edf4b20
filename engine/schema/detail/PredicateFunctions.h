// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "engine/schema/PathPredicate.h"

namespace usdscope::detail {

using PredicateTest = std::function<PathMatch(const Prim&, bool isProperty)>;

/// Binds a predicate function to its arguments: abstract, defined, model, group, kind, specifier,
/// isa, hasAPI, variant. Empty when the name is unknown or the function does not take these
/// arguments.
PredicateTest bindPredicate(std::string_view name, std::span<const PredicateArgument> arguments);

}  // namespace usdscope::detail
