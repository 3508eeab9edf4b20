// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::usda {

/// Whether a word is a keyword of the grammar. Keywords cannot be types or unregistered metadata,
/// but may be names of properties and keys of dictionaries.
bool isKeyword(std::string_view word);

/// Whether one of the names in a type name (`A::B`, `A::B[]`) is a keyword.
bool hasKeyword(std::string_view typeName);

}  // namespace usdscope::usda
