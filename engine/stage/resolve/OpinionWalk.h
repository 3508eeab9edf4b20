// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Prim.h"

namespace usdscope {

struct StageRows;
struct PrimOpinion;

/// The specs that one layer has for a prim and, if one was asked for, for one of its properties. A
/// view, valid while the stage lives.
struct Opinion {
  std::uint32_t node = 0;        ///< Into the nodes of the prim's index.
  std::uint32_t entryIndex = 0;  ///< Into the node's layer stack; 0 is the strongest.
  /// The entry that gives the layer its time: the first one, where the stack has the layer twice.
  std::uint32_t timeEntry = 0;
  const PrimIndexNode* site = nullptr;     ///< The node: layer stack, path, map to the stage.
  const LayerStackEntry* entry = nullptr;  ///< The layer.
  LayerOffset stackFromLayer;              ///< Time of the stack from the layer's time.
  PrimSpec prim;                           ///< At site->path; false: the layer has none there.
  PropertySpec property;                   ///< False: the layer has none, or none was asked for.

  const std::shared_ptr<const Layer>& layer() const { return entry->layer; }
  /// Stage time from the layer's time: all arcs and sublayers together.
  LayerOffset stageFromLayer() const {
    return compose(site->rootFromNode.timeOffset(), stackFromLayer);
  }
};

/// The places that an OpinionWalk stops at.
enum class WalkedSites : std::uint8_t {
  WithSpecs,  ///< Layers that have a spec of the prim; enough for values and metadata.
  All,        ///< Every layer of every live node. Clip sets may be anchored at any of them.
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

  const PrimIndex* index_ = nullptr;
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
