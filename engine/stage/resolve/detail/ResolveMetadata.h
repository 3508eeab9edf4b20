// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// The composed value of a field of a prim, or of its property `property` if that is not empty:
/// the strongest opinion. Dictionaries are merged key by key. List operations are combined into one
/// explicit list. For the pseudo-root only the session and the root layer apply. Fields with rules
/// of their own (`specifier`, `typeName`, `variability`, `custom`) are composed like their
/// accessors do. Empty if nothing is authored.
Value resolveMetadata(const Prim& prim, Token property, Token field);

/// All authored fields that are metadata, by name; see Prim::authoredMetadata.
std::vector<MetadataEntry> resolveAllMetadata(const Prim& prim, Token property);

/// All authored fields but arcs, clips, values and lists of children, by name, with asset paths
/// rewritten; see ValueAnchor::isForFlattening.
std::vector<MetadataEntry> resolveMetadataForFlattening(const Prim& prim, Token property);

}  // namespace usdscope
