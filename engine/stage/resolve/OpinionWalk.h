// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Prim.h"

namespace usdscope {

struct StageRows;
struct PrimOpinion;

/// The opinion of one layer at one site of a prim: its prim spec and, if the walk is for a
/// property, its property spec. A view, valid while the stage lives.
struct Opinion {
  std::uint32_t node = 0;        ///< Into the nodes of the prim's index.
  std::uint32_t entryIndex = 0;  ///< Into the node's layer stack; 0 is the strongest.
  /// The entry whose time offset applies. It differs from `entryIndex` only if the stack has the
  /// same layer twice; then it is the first of these entries, as in OpenUSD.
  std::uint32_t timeEntry = 0;
  Path path;  ///< The path of the site, with variant selections.
  /// A node with the layer stack and the time offset of the site. Its paths may be those of another
  /// prim, because many prims follow from the index of another prim.
  const PrimIndexNode* givenNode = nullptr;
  const LayerStackEntry* entry = nullptr;  ///< The layer.
  LayerOffset stackFromLayer;              ///< Maps the layer's time to the time of the stack.
  PrimSpec prim;  ///< The layer's prim spec at `path`. Converts to false if the layer has none.
  /// The layer's property spec. Converts to false if the layer has none or the walk is for a prim.
  PropertySpec property;

  const std::shared_ptr<const Layer>& layer() const { return entry->layer; }
  const LayerStack& layerStack() const { return *givenNode->layerStack; }
  /// Maps the layer's time to stage time, through all arcs and sublayers.
  LayerOffset stageFromLayer() const {
    return compose(givenNode->rootFromNode.timeOffset(), stackFromLayer);
  }
};

/// The places that an OpinionWalk stops at.
enum class WalkedSites : std::uint8_t {
  WithSpecs,  ///< Layers that have a spec of the prim; enough for values and metadata.
  /// Every layer of every live node, with or without a spec. Needed for clip sets, because a layer
  /// without a spec of the prim can be the anchor of a clip set.
  All,
};

/// Walks the opinions on a prim, strongest first: node by node, layer by layer. Does not allocate
/// memory.
///
///     for (OpinionWalk walk(prim, name); walk.next();) use(walk.opinion());
class OpinionWalk {
 public:
  explicit OpinionWalk(const Prim& prim, Token property = {},
                       WalkedSites sites = WalkedSites::WithSpecs);

  /// Goes to the next opinion, at first to the first one. Returns false when there are no more.
  bool next();
  const Opinion& opinion() const { return opinion_; }

 private:
  void takeSpec(const PrimOpinion& at);

  std::span<const PrimIndexNode> givenNodes_;
  std::span<const PrimIndexNode> nodes_;  // Empty unless all sites are walked.
  const PrimOpinion* nextSpec_ = nullptr;
  const PrimOpinion* lastSpec_ = nullptr;
  std::uint32_t nextNode_ = 0;
  std::uint32_t nextEntry_ = 0;
  Token property_;
  WalkedSites sites_;
  Opinion opinion_;
};

/// The opinions that have a spec of the property, strongest first.
std::vector<Opinion> propertyOpinions(const Prim& prim, Token property);

}  // namespace usdscope
