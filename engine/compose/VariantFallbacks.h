// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace usdscope {

/// Set name → variants in order of preference. The first that exists is selected if no opinion
/// selects one.
using VariantFallbacks = std::map<std::string, std::vector<std::string>>;

}  // namespace usdscope
