// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "engine/value/TypeName.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Calls `visit` with each text in a value: strings, tokens, asset paths, and paths, also in
/// arrays, dictionaries, arcs, lists and time samples. Calls it with the same text of time samples
/// in a row once. Ends when `visit` returns false.
void visitTexts(const Value& value, const std::function<bool(std::string_view)>& visit);

/// Whether values of a type can have texts. `typeName` is the name in a layer: `asset[]`.
bool canHaveTexts(std::string_view typeName);

}  // namespace usdscope
