// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"
#include "engine/report/rows/LayerTree.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope::detail {

/// References or payloads from one layer to one layer stack, or to one layer that is not open.
struct ArcTarget {
  std::uint32_t entry = 0;  ///< The authoring layer, in the stack of the place.
  ArcType arc = ArcType::Reference;
  /// The place that the arcs lead to; LayerTreeRow::kNone if they lead nowhere.
  std::uint32_t place = LayerTreeRow::kNone;
  LayerTreeRow::State state = LayerTreeRow::State::Open;
  std::string identifier;  ///< If the arcs lead nowhere: the layer that they name.
  std::string problem;     ///< If that layer is unreadable: why.
  std::size_t primCount = 0;
  Path firstPrim;
  /// The maps from the time of the target's stack to stage time: offset and scale.
  std::set<std::pair<double, double>> offsets;
};

/// A clip set that a layer anchors.
struct ClipTarget {
  std::uint32_t entry = 0;  ///< The anchor, in the stack of the place.
  std::shared_ptr<const ClipSet> set;
  std::size_t primCount = 0;
  Path firstPrim;
};

/// A layer stack at one place of the scene: the root stack, or the stack that is reached by a chain
/// of references and payloads.
struct StackPlace {
  const LayerStack* stack = nullptr;
  std::vector<ArcTarget> arcs;
  std::vector<ClipTarget> clips;
};

/// Walks all prims of a stage and collects the places of their layer stacks. The first place is the
/// root stack; a place comes after the place that leads to it.
class LayerPlaces {
 public:
  explicit LayerPlaces(const Stage& stage) : stage_(stage) {}

  std::vector<StackPlace> collect(std::stop_token stop);

 private:
  void visit(const Prim& prim);
  void placeNodes(const Prim& prim);
  std::uint32_t placeOfArc(std::uint32_t node, const Prim& prim);
  void addArc(std::uint32_t node, std::uint32_t place, const Prim& prim);
  void addDeadArcs(const Prim& prim);
  void addClips(const Prim& prim);
  ArcTarget& target(std::uint32_t place, std::uint32_t entry, ArcType arc, std::uint32_t to,
                    const std::string& identifier);

  const Stage& stage_;
  std::vector<StackPlace> places_;
  std::map<std::tuple<std::uint32_t, ArcType, const LayerStack*>, std::uint32_t> placeByArc_;
  using TargetKey = std::tuple<std::uint32_t, std::uint32_t, ArcType, std::uint32_t, std::string>;
  std::map<TargetKey, std::size_t> targets_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>, std::size_t>
      clipTargets_;
  std::vector<std::uint32_t> placeOfNode_;  // The nodes of the visited prim.
};

}  // namespace usdscope::detail
