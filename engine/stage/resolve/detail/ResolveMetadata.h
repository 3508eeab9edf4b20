// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// Composes a field of a prim, or of its property `property` if that is not empty. The strongest
/// opinion wins, except that dictionaries are merged key by key and list operations are combined
/// into one explicit list. For the pseudo-root only the session layer and the root layer apply. The
/// fields `specifier`, `typeName`, `variability` and `custom` have special rules, which are those
/// of their accessors. Empty if nothing is authored.
Value resolveMetadata(const Prim& prim, Token property, Token field);

/// Composes all authored fields that are metadata, sorted by name; see Prim::authoredMetadata().
std::vector<MetadataEntry> resolveAllMetadata(const Prim& prim, Token property);

/// Composes all authored fields except arcs, clips, values and lists of children, sorted by name.
/// Asset paths are rewritten; see ValueAnchor::isForFlattening.
std::vector<MetadataEntry> resolveMetadataForFlattening(const Prim& prim, Token property);

}  // namespace usdscope
