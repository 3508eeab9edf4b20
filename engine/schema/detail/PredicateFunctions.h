// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "engine/schema/PathPredicate.h"

namespace usdscope::detail {

using PredicateTest = std::function<PathMatch(const Prim&, bool isProperty)>;

/// The function of this name with these arguments: abstract, defined, model, group, kind,
/// specifier, isa, hasAPI, variant. Empty when there is none, or it does not take them.
PredicateTest bindPredicate(std::string_view name, std::span<const PredicateArgument> arguments);

}  // namespace usdscope::detail
