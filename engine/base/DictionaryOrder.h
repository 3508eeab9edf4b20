// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope {

/// The order of names as people expect it: letters without regard to case, runs of digits by
/// value, so that `a2 < A10 < b`. What is equal so far goes by case, capitals first, and by leading
/// zeros, fewer first. (TfDictionaryLessThan.)
bool dictionaryLess(std::string_view a, std::string_view b);

}  // namespace usdscope
