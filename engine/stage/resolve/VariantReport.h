// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/stage/Prim.h"

namespace usdscope {

/// How an opinion affects the selection of a variant.
enum class SelectionVerdict : std::uint8_t {
  Selects,
  Weaker,   ///< A stronger opinion, or one that composition found earlier, selects the variant.
  Invalid,  ///< The expression of the selection has errors, so that the opinion is skipped.
};

/// The selection that one layer authors for a variant set.
struct SelectionOpinion {
  SelectionVerdict verdict = SelectionVerdict::Weaker;
  std::shared_ptr<const Layer> layer;
  Path specPath;
  std::uint32_t node = 0;  ///< Index into the nodes of the prim index.
  std::string authored;    ///< As authored, which may be an expression.
  std::string variant;     ///< The evaluated selection; empty selects no variant.
  std::string error;       ///< Why the expression has no value.
};

/// A site of the selected variant that contributes to the prim.
struct SelectedSite {
  std::shared_ptr<const Layer> rootLayer;  ///< The root layer of its layer stack.
  Path path;                               ///< `/A{set=variant}`.
};

/// A variant set of a prim, its selection, and all opinions about it.
struct VariantReport {
  VariantSet set;
  std::vector<SelectionOpinion> opinions;  ///< Strongest first.
  /// The fallbacks of the stage's request for this set.
  std::vector<std::string> fallbacks;
  bool isFromFallback = false;  ///< No opinion selects the variant; a fallback does.
  std::vector<SelectedSite> sites;
};

/// Reports on the variant sets of a prim, in the order of Prim::variantSets(). Includes sets that
/// do not exist but for which a selection is authored, after the others.
std::vector<VariantReport> reportVariants(const Prim& prim);

}  // namespace usdscope
