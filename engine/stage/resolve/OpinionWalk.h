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

/// What one layer says of a prim and, where one was asked for, of one of its properties. A view:
/// good as long as the stage lives.
struct Opinion {
  std::uint32_t node = 0;        ///< Of the prim's index.
  std::uint32_t entryIndex = 0;  ///< Of the node's layer stack; 0 is the strongest.
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

/// Which places an OpinionWalk stops at.
enum class WalkedSites : std::uint8_t {
  WithSpecs,  ///< Layers that have a spec of the prim: all that values and metadata need.
  All,        ///< Every layer of every node that may contribute, so that clips find their place.
};

/// Goes through the opinions on a prim, strongest first: node by node, layer by layer. Allocates
/// nothing.
///
///     for (OpinionWalk walk(prim, name); walk.next();) use(walk.opinion());
class OpinionWalk {
 public:
  explicit OpinionWalk(const Prim& prim, Token property = {},
                       WalkedSites sites = WalkedSites::WithSpecs);

  /// Goes to the next opinion; false when there are no more. To be called before the first too.
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
