// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/LayerOpener.h"

/// What the layers of one stack say together about one site.
namespace usdscope::detail {

/// Which fields with arcs a site has.
struct ArcMask {
  bool references = false;
  bool payloads = false;
  bool inherits = false;
  bool specializes = false;
  bool variants = false;
  bool selections = false;  ///< Of variants.
};
/// None for a node whose opinions do not count.
ArcMask authoredArcs(const PrimIndexNode& node);
/// Whether an ancestor of the node's site, as far as it counts, has variant sets.
bool hasAncestralVariantSets(const PrimIndexNode& node);

/// A reference or payload, and where it was authored.
struct AssetArc {
  std::string assetPath;   ///< As authored, expressions evaluated; empty: internal.
  std::string identifier;  ///< Of the layer that the asset path leads to; empty: internal.
  Path primPath;           ///< Empty: the default prim.
  LayerOffset offset;      ///< As authored.
  const LayerStackEntry* source = nullptr;  ///< The strongest layer that adds it.
};
/// `field` is fields::kReferences or fields::kPayload. Errors in expressions are added to `errors`.
std::vector<AssetArc> composeAssetArcs(const LayerStack& stack, Path path, Token field,
                                       const LayerOpener& opener,
                                       std::vector<CompositionError>& errors);

/// `field` is fields::kInheritPaths or fields::kSpecializes.
std::vector<Path> composeClassPaths(const LayerStack& stack, Path path, Token field);

std::vector<std::string> composeVariantSetNames(const LayerStack& stack, Path path);
/// Whether some layer has this variant of a set at the site.
bool hasVariant(const LayerStack& stack, Path path, Token set, const std::string& variant);

bool hasVariantSelections(const LayerStack& stack, Path path);
/// The strongest selection for a set; an empty text selects none. Expressions that fail are
/// reported and passed over.
std::optional<std::string> composeVariantSelection(const LayerStack& stack, Path path,
                                                   const std::string& set,
                                                   std::vector<CompositionError>& errors);
/// Strongest selections for all sets, over what is in `selections` already.
void composeVariantSelections(const LayerStack& stack, Path path, VariantSelections& selections);

/// Appends names of child prims that are not there yet, weakest layer first, and applies their
/// orders.
void composeChildNames(const LayerStack& stack, Path path, std::vector<Token>& names);

}  // namespace usdscope::detail
