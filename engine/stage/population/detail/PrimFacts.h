// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// Returns the opinions on the prim of an index, strongest first: one for each layer that has a
/// spec at a live site of the index.
std::vector<PrimOpinion> findOpinions(const PrimIndex& index);

/// Returns the spec of an opinion on the prim of this index.
inline PrimSpec specOf(const PrimIndex& index, const PrimOpinion& opinion) {
  const LayerStack& stack = *index.nodes()[opinion.node].layerStack;
  return {stack.entries()[opinion.entry].layer.get(), opinion.spec};
}

/// The fields of a prim from which population computes the facts of its row, composed in one pass
/// over its opinions.
struct PrimFacts {
  Specifier specifier = Specifier::Over;
  Token typeName;  ///< The strongest type name that is not empty.
  Token kind;
  std::vector<Token> apiSchemas;  ///< The composed list of applied schemas, including unknown ones.
  bool isActive = true;
  bool hasClips = false;
};

PrimFacts composeFacts(const PrimIndex& index, std::span<const PrimOpinion> opinions);

}  // namespace usdscope
