// SPDX-License-Identifier: Apache-2.0

// Finds cycles: a new arc must not lead back to these sites, in the graphs of all active builders.

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/PrimIndexBuilder.h"

namespace usdscope {

using detail::kNoNode;
using detail::Site;

namespace {

/// Converts a path of an inner graph, which is still at an ancestor, to its path in the final
/// graph.
Path pathWhenFinished(Path path, Path current, Path requested) {
  return path == current ? requested : requested.withPrefixReplaced(current, path);
}

/// A node in the graph of one of the active builders.
struct Cursor {
  const PrimIndexBuilder* builder;
  detail::NodeIndex node;

  bool isValid() const { return node != kNoNode; }
  ArcType arc() const { return detail::arcInWholeGraph(node, *builder); }
  Site site() const { return builder->graph().site(node); }
  void moveUp() {
    if (node != 0) {
      node = builder->graph()[node].parent;
    } else {
      moveOut();
    }
  }
  void moveOut() {
    const PrimIndexBuilder::Frame* frame = builder->frame();
    node = frame ? frame->parent : kNoNode;
    if (frame) builder = frame->outer;
  }
};

}  // namespace

namespace detail {

ArcType arcInWholeGraph(NodeIndex node, const PrimIndexBuilder& builder) {
  if (node == 0 && builder.frame()) return builder.frame()->arc;
  return builder.graph()[node].arc;
}

}  // namespace detail

bool PrimIndexBuilder::hasCycle(NodeIndex parent, NodeIndex origin, ArcType type,
                                const Site& site) const {
  // Selecting a variant leads to another part of the same site.
  if (type == ArcType::Variant) return false;

  // Implied classes below a relocate's source are placeholders with possibly invalid sites.
  if (detail::isClassBased(type) && parent != origin) {
    Cursor above{this, parent};
    while (above.isValid() && detail::isClassBased(above.arc())) above.moveUp();
    if (above.isValid() && above.arc() == ArcType::Relocate) return false;
  }

  Site target = site;
  for (Cursor cursor{this, parent}; cursor.isValid(); cursor.moveOut()) {
    const detail::Graph& graph = cursor.builder->graph();
    if (graph.isOnBranchOf(target, cursor.node)) return true;
    if (const Frame* frame = cursor.builder->frame()) {
      target.path = pathWhenFinished(target.path, graph[0].path, frame->requested.path);
    }
  }
  return false;
}

namespace {

std::string_view nameOfArc(ArcType type) {
  switch (type) {
    case ArcType::Inherit:
      return "An inherit";
    case ArcType::Relocate:
      return "A relocate";
    case ArcType::Reference:
      return "A reference";
    case ArcType::Payload:
      return "A payload";
    case ArcType::Specialize:
      return "A specialize";
    case ArcType::Root:
    case ArcType::Variant:
      break;
  }
  return "An arc";
}

}  // namespace

void PrimIndexBuilder::reportCycle(NodeIndex parent, ArcType type, const Site& site) {
  std::string way;
  for (Cursor cursor{this, parent}; cursor.isValid(); cursor.moveUp()) {
    way.insert(0, "<" + cursor.site().path.text() + "> to ");
    if (way.size() > 1000) {
      way.insert(0, "… ");
      break;
    }
  }
  report(faults::kArcCycle, graph_.site(parent), nullptr,
         {nameOfArc(type), way + "<" + site.path.text() + ">"});
}

bool PrimIndexBuilder::hasDuplicate(NodeIndex parent, const Site& site) const {
  Site target = site;
  for (Cursor cursor{this, parent}; cursor.isValid(); cursor.moveOut()) {
    const detail::Graph& graph = cursor.builder->graph();
    if (graph.findLive(target) != kNoNode) return true;
    if (const Frame* frame = cursor.builder->frame()) {
      target.path = frame->requested.path.withPrefixReplaced(graph[0].path, target.path);
    }
  }
  return false;
}

}  // namespace usdscope
