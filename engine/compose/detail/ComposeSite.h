// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/LayerOpener.h"

/// The combined opinions of a stack's layers about one site.
namespace usdscope::detail {

/// The kinds of arcs that a site has opinions about.
struct ArcMask {
  bool references = false;
  bool payloads = false;
  bool inherits = false;
  bool specializes = false;
  bool variants = false;
  bool selections = false;  ///< Variant selections.
};
/// Returns an empty mask for a node that is not live.
ArcMask authoredArcs(const PrimIndexNode& node);
/// True when an ancestor of the node's site has variant sets and may contribute.
bool hasAncestralVariantSets(const PrimIndexNode& node);

/// A reference or payload with its source.
struct AssetArc {
  /// The authored path after evaluating expressions; empty for an internal arc.
  std::string assetPath;
  std::string identifier;  ///< The identifier of the target layer; empty for an internal arc.
  Path primPath;           ///< Empty for the default prim.
  LayerOffset offset;      ///< The authored time offset.
  const LayerStackEntry* source = nullptr;  ///< The strongest layer that adds the arc.
};
/// Composes the references or payloads at a site. Requires: `field` is fields::kReferences or
/// fields::kPayload. Appends errors in expressions to `errors`.
std::vector<AssetArc> composeAssetArcs(const LayerStack& stack, Path path, Token field,
                                       const LayerOpener& opener,
                                       std::vector<CompositionError>& errors);

/// Composes the class paths at a site. Requires: `field` is fields::kInheritPaths or
/// fields::kSpecializes.
std::vector<Path> composeClassPaths(const LayerStack& stack, Path path, Token field);

std::vector<std::string> composeVariantSetNames(const LayerStack& stack, Path path);
/// True when some layer has this variant of a set at the site.
bool hasVariant(const LayerStack& stack, Path path, Token set, const std::string& variant);

bool hasVariantSelections(const LayerStack& stack, Path path);
/// Returns the strongest selection for a set; an empty string selects no variant. Reports and skips
/// expressions that fail.
std::optional<std::string> composeVariantSelection(const LayerStack& stack, Path path,
                                                   const std::string& set,
                                                   std::vector<CompositionError>& errors);
/// Adds the strongest selection for each set that `selections` does not have yet.
void composeVariantSelections(const LayerStack& stack, Path path, VariantSelections& selections);

/// Appends the names of child prims that are not in `names`, weakest layer first, and applies each
/// layer's order.
void composeChildNames(const LayerStack& stack, Path path, std::vector<Token>& names);

}  // namespace usdscope::detail
