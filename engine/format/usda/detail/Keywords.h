// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope::usda {

/// True of the words of the grammar, which cannot be types, nor metadata that nobody knows. The
/// names of properties and keys of dictionaries may be such.
bool isKeyword(std::string_view word);

/// True when one of the names that `::` joins to a type, of arrays too, is one.
bool hasKeyword(std::string_view typeName);

}  // namespace usdscope::usda
