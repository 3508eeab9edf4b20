// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/PrimIndex.h"

#include <algorithm>

#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/LayerStackCache.h"

namespace usdscope {

Path PrimIndex::introPath(std::uint32_t node) const {
  const std::uint32_t parent = nodes_[node].parent;
  if (parent == PrimIndexNode::kNone) return Path::root();
  const Path path = nodes_[parent].path;
  return detail::ancestorPath(path, detail::namespaceDepth(path) - nodes_[node].namespaceDepth);
}

std::shared_ptr<PrimIndex> PrimIndex::copy() const {
  auto copied = std::make_shared<PrimIndex>();
  copied->setNodes(nodes());
  if (notes_) copied->notes_ = std::make_unique<const Notes>(*notes_);
  copied->layerStacks_ = layerStacks_;
  copied->visitCountLog2_ = visitCountLog2_;
  copied->hasPayloads_ = hasPayloads_;
  copied->payloadsIncluded_ = payloadsIncluded_;
  copied->isInstanceable_ = isInstanceable_;
  copied->followsFromParent_ = followsFromParent_;
  return copied;
}

std::span<const CompositionError> PrimIndex::errors() const {
  return notes_ ? notes_->errors : std::span<const CompositionError>();
}

std::span<const CompositionInput> PrimIndex::inputs() const {
  return notes_ ? notes_->inputs : std::span<const CompositionInput>();
}

std::span<const std::string> PrimIndex::missingLayers() const {
  return notes_ ? notes_->missingLayers : std::span<const std::string>();
}

std::shared_ptr<const PrimIndex> PrimIndex::inStacks(
    const std::shared_ptr<const detail::LayerStackCache>& stacks) const {
  if (stacks == layerStacks_) return nullptr;
  std::shared_ptr<PrimIndex> moved;
  for (std::uint32_t i = 0; i < nodeCount_; ++i) {
    const LayerStack* present = stacks->findCurrent(*nodes_[i].layerStack);
    if (present == nodes_[i].layerStack) continue;
    if (!moved) moved = copy();
    moved->nodes_[i].layerStack = present;
  }
  if (moved) moved->layerStacks_ = stacks;
  return moved;
}

namespace {

bool isSameNode(const PrimIndexNode& a, const PrimIndexNode& b) {
  return a.layerStack->number() == b.layerStack->number() && a.path == b.path &&
         a.parentFromNode == b.parentFromNode && a.rootFromNode == b.rootFromNode &&
         a.parent == b.parent && a.origin == b.origin && a.namespaceDepth == b.namespaceDepth &&
         a.siblingNumber == b.siblingNumber && a.restrictedDepth == b.restrictedDepth &&
         a.arc == b.arc && a.isInert == b.isInert && a.isCulled == b.isCulled &&
         a.isDueToAncestor == b.isDueToAncestor;
}

}  // namespace

IndexDifference compareIndexes(const PrimIndex& a, const PrimIndex& b) {
  const bool isSame = a.path() == b.path() && a.hasPayloads() == b.hasPayloads() &&
                      a.payloadsIncluded() == b.payloadsIncluded() &&
                      a.isInstanceable() == b.isInstanceable() &&
                      std::ranges::equal(a.nodes(), b.nodes(), isSameNode) &&
                      std::ranges::equal(a.errors(), b.errors());
  if (!isSame) return IndexDifference::Sites;
  const auto hasSpecs = [](const PrimIndexNode& node) { return bool(node.hasSpecs); };
  if (std::ranges::equal(a.nodes(), b.nodes(), {}, hasSpecs, hasSpecs)) {
    return IndexDifference::None;
  }
  // Instances share with others only sites that have specs.
  return a.isInstanceable() ? IndexDifference::Sites : IndexDifference::Specs;
}

}  // namespace usdscope
