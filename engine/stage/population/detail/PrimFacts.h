// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// The places where layers have a spec of the index's prim, strongest first.
std::vector<PrimOpinion> findOpinions(const PrimIndex& index);

/// The layer and spec of an opinion on the prim of this index.
inline PrimSpec specOf(const PrimIndex& index, const PrimOpinion& opinion) {
  const LayerStack& stack = *index.nodes()[opinion.node].layerStack;
  return {stack.entries()[opinion.entry].layer.get(), opinion.spec};
}

/// What population needs to know of a prim's opinions, read in one pass.
struct PrimFacts {
  Specifier specifier = Specifier::Over;
  Token typeName;  ///< The strongest that is not empty.
  Token kind;
  std::vector<Token> apiSchemas;  ///< As authored, names that are no schema too.
  bool isActive = true;
  bool hasClips = false;
};

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions);

}  // namespace usdscope
