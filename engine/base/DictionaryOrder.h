// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope {

/// The natural order of names: letters ignore case, and runs of digits compare by value, so that
/// `a2 < A10 < b`. Case breaks ties, capitals first; then leading zeros do, fewer first.
/// (TfDictionaryLessThan.)
bool dictionaryLess(std::string_view a, std::string_view b);

}  // namespace usdscope
