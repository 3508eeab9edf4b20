// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/MapFunction.h"

namespace usdscope {

/// By what a node came to its parent, strongest first. (LIVERPS; AOUSD core specification 10.)
enum class ArcType : std::uint8_t {
  Root,
  Inherit,
  Variant,
  Relocate,
  Reference,
  Payload,
  Specialize
};

/// A site that may contribute to a prim: a path in a layer stack, and how it came there.
struct PrimIndexNode {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  ArcType arc = ArcType::Root;
  std::shared_ptr<const LayerStack> layerStack;
  Path path;                     ///< Of the site, with variant selections.
  std::uint32_t parent = kNone;  ///< Index of the node that has the arc; kNone for the root node.
  std::uint32_t origin =
      kNone;                 ///< Where the arc was authored; differs from parent for implied arcs.
  Path introPath;            ///< Path of the parent's site at which the arc was introduced.
  MapFunction rootFromNode;  ///< Paths and times of this site to those of the stage.
  std::uint16_t namespaceDepth = 0;  ///< Depth, without variants, at which the arc was introduced.
  std::uint16_t siblingNumber = 0;   ///< Position among the arcs of its kind authored there.
  bool hasSpecs = false;             ///< Some layer of the stack has a spec at the path.
  bool isInert = false;              ///< Contributes no opinions itself (a placeholder for order).
  bool isCulled = false;         ///< Could be left out: neither it nor anything below contributes.
  bool isDueToAncestor = false;  ///< The arc is authored on an ancestor of the prim.
  bool isRestricted = false;     ///< Permissions or a relocation forbid its opinions.

  bool canContribute() const { return hasSpecs && !isInert && !isCulled && !isRestricted; }
};

/// All sites of one prim in order of strength, strongest first. Immutable; any thread may read.
class PrimIndex {
 public:
  Path path() const { return path_; }  ///< In the stage's namespace.
  const std::vector<PrimIndexNode>& nodes() const { return nodes_; }
  std::span<const CompositionError> errors() const { return errors_; }

  bool hasPayloads() const { return hasPayloads_; }  ///< A payload arc is authored on this prim.
  bool payloadsIncluded() const { return payloadsIncluded_; }
  /// `instanceable` is true and there is an arc to share: see InstanceKey.
  bool isInstanceable() const { return isInstanceable_; }

 private:
  friend class PrimIndexBuilder;

  Path path_;
  std::vector<PrimIndexNode> nodes_;
  std::vector<CompositionError> errors_;
  bool hasPayloads_ = false;
  bool payloadsIncluded_ = false;
  bool isInstanceable_ = false;
};

}  // namespace usdscope
