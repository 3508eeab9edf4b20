// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// Returns the opinions on the prim of an index: the places where a layer has a spec of it,
/// strongest first.
std::vector<PrimOpinion> findOpinions(const PrimIndex& index);

/// Returns the spec of an opinion on the prim of this index.
inline PrimSpec specOf(const PrimIndex& index, const PrimOpinion& opinion) {
  const LayerStack& stack = *index.nodes()[opinion.node].layerStack;
  return {stack.entries()[opinion.entry].layer.get(), opinion.spec};
}

/// The fields of a prim that population needs, composed from its opinions in one pass.
struct PrimFacts {
  Specifier specifier = Specifier::Over;
  Token typeName;  ///< The strongest one that is not empty.
  Token kind;
  std::vector<Token> apiSchemas;  ///< As authored, unknown schemas included.
  bool isActive = true;
  bool hasClips = false;
};

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions);

}  // namespace usdscope
