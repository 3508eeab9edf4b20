// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/Prim.h"

namespace usdscope {

/// The composed value of a field of a prim, or of a property of it where `property` is not empty:
/// the strongest opinion; of dictionaries the opinions merged key by key, of list operations the
/// list that all together give, as an explicit operation. The pseudo-root listens to session and
/// root layer only. Fields with rules of their own (`specifier`, `typeName`, `variability`,
/// `custom`) are composed as their accessors compose them. Empty where nothing is authored.
Value resolveMetadata(const Prim& prim, Token property, Token field);

/// All fields that are authored and are metadata, by name; see Prim::authoredMetadata.
std::vector<MetadataEntry> resolveAllMetadata(const Prim& prim, Token property);

/// All fields that are authored but for arcs, clips, values and lists of children, by name, with
/// asset paths as ValueAnchor::isForFlattening has them.
std::vector<MetadataEntry> resolveMetadataForFlattening(const Prim& prim, Token property);

}  // namespace usdscope
