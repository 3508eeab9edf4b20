// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/resolve/OpinionReport.h"

namespace usdscope {

/// Returns the values of an opinion in words: "3 samples and a default"; empty if it has none.
std::string contentsText(const OpinionReport& opinion);

/// Returns why an opinion does not give the value, and names the values that it hides: "a default
/// in the higher sublayer `anim.usda` hides 3 samples here". For the opinion that gives the value,
/// returns how: "gives the value, between its samples 1 and 5".
std::string hidingReason(const Prim& prim, const ResolveReport& report,
                         const OpinionReport& opinion);

}  // namespace usdscope
