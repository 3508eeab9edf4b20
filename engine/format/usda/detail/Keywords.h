// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::usda {

/// Whether a word belongs to the grammar. Such words cannot be types or unregistered metadata, but
/// they may be names of properties and keys of dictionaries.
bool isKeyword(std::string_view word);

/// Whether one of the names that `::` joins to a type (also an array type) is such a word.
bool hasKeyword(std::string_view typeName);

}  // namespace usdscope::usda
