// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Takes `def`, `over` or `class` if it opens a prim.
std::optional<Specifier> takeSpecifier(Scanner& in);

/// Reads a prim after its specifier, with all its content: `Xform "A" ( … ) { … }`.
bool readPrim(ReadContext& context, Specifier specifier);

/// Reads the list after `reorder nameChildren =` or a similar statement into a field of the open
/// prim.
bool readOrder(ReadContext& context, Token field);

}  // namespace usdscope::usda
