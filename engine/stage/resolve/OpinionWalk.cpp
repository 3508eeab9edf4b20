// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/OpinionWalk.h"

#include "engine/stage/detail/StageRows.h"

namespace usdscope {

OpinionWalk::OpinionWalk(const Prim& prim, Token property, WalkedSites sites)
    : property_(property), sites_(sites) {
  const StageRows& rows = prim.stage().rows();
  givenNodes_ = rows.givenNodesOf(prim.row());
  const auto specs = rows.opinionsOf(prim.row());
  nextSpec_ = specs.data();
  lastSpec_ = specs.data() + specs.size();
  // The root of a prototype has the index of an instance, but none of its opinions.
  if (sites == WalkedSites::All && !prim.isPrototype()) nodes_ = prim.index().nodes();
}

bool OpinionWalk::next() {
  if (sites_ == WalkedSites::WithSpecs) {
    if (nextSpec_ == lastSpec_) return false;
    takeSpec(*nextSpec_++);
    return true;
  }

  for (; nextNode_ < nodes_.size(); ++nextNode_, nextEntry_ = 0) {
    const PrimIndexNode& node = nodes_[nextNode_];
    if (!node.isLive()) continue;
    if (nextEntry_ == node.layerStack->entries().size()) continue;
    const std::uint32_t entry = nextEntry_++;
    const bool hasSpec =
        nextSpec_ != lastSpec_ && nextSpec_->node == nextNode_ && nextSpec_->entry == entry;
    if (hasSpec) {
      takeSpec(*nextSpec_++);
    } else {
      opinion_ = {.node = nextNode_,
                  .entryIndex = entry,
                  .timeEntry = entry,
                  .path = node.path,
                  .givenNode = &node,
                  .entry = &node.layerStack->entries()[entry],
                  .stackFromLayer = node.layerStack->entries()[entry].offset};
    }
    return true;
  }
  return false;
}

void OpinionWalk::takeSpec(const PrimOpinion& at) {
  opinion_.node = at.node;
  opinion_.entryIndex = at.entry;
  opinion_.timeEntry = at.timeEntry;
  opinion_.givenNode = &givenNodes_[at.givenNode];
  const auto& entries = opinion_.layerStack().entries();
  opinion_.entry = &entries[at.entry];
  opinion_.stackFromLayer = entries[at.timeEntry].offset;
  opinion_.prim = PrimSpec(opinion_.entry->layer.get(), at.spec);
  opinion_.path = opinion_.prim.path();
  opinion_.property = property_ ? opinion_.prim.findProperty(property_) : PropertySpec();
}

std::vector<Opinion> propertyOpinions(const Prim& prim, Token property) {
  std::vector<Opinion> opinions;
  for (OpinionWalk walk(prim, property); walk.next();) {
    if (walk.opinion().property) opinions.push_back(walk.opinion());
  }
  return opinions;
}

}  // namespace usdscope
