// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Takes `def`, `over` or `class` where it opens a prim.
std::optional<Specifier> takeSpecifier(Scanner& in);

/// Reads a prim behind its specifier, and all that is in it: `Xform "A" ( … ) { … }`.
bool readPrim(ReadContext& context, Specifier specifier);

/// Reads `["b", "a"]` behind `reorder nameChildren =` and its like into a field of the open prim.
bool readOrder(ReadContext& context, Token field);

}  // namespace usdscope::usda
