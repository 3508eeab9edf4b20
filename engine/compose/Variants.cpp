// SPDX-License-Identifier: Apache-2.0

// Variant sets: selections and their arcs. Only the outermost builder runs this, so that a
// selection may come from anywhere in the graph found so far, including weaker sites.

#include <optional>

#include "engine/compose/detail/ArcTasks.h"
#include "engine/compose/detail/ComposeSite.h"

namespace usdscope::detail {
namespace {

bool isAncestral(const Task& task) {
  return task.kind == TaskKind::AncestralVariantAuthored ||
         task.kind == TaskKind::AncestralVariantFallback;
}

/// True when opinions of the node's stack may contribute at an ancestor of its site.
bool contributesAt(const PrimIndexNode& node, Path ancestor) {
  return node.restrictedDepth == 0 || node.restrictedDepth > ancestor.depth();
}

/// Walks a subtree in order of strength, and maps one path to each node.
class Traversal {
 public:
  Traversal(const Graph& graph, NodeIndex top, Path path)
      : graph_(graph), top_(top), node_(top), paths_(graph.size()) {
    paths_[top] = path;
    settle();
  }

  bool isAtEnd() const { return node_ == kNoNode; }
  NodeIndex node() const { return node_; }
  Path path() const { return paths_[node_]; }
  void moveOn() {
    advance(/*skipChildren=*/false);
    settle();
  }

 private:
  void advance(bool skipChildren) {
    node_ = graph_.nextInSubtree(node_, top_, skipChildren);
    if (node_ == kNoNode) return;
    const PrimIndexNode& at = graph_[node_];
    paths_[node_] = at.parentFromNode.sourceFromTarget(paths_[at.parent]);
  }
  /// If the path does not map to a node, it does not map to its descendants.
  void settle() {
    while (node_ != kNoNode && paths_[node_].isEmpty()) advance(/*skipChildren=*/true);
  }

  const Graph& graph_;
  const NodeIndex top_;
  NodeIndex node_;
  std::vector<Path> paths_;
};

/// The strongest node to which a path of `node` can be mapped, and the mapped path.
struct Start {
  NodeIndex node = kNoNode;
  Path path;
};

Start strongestPlace(const Graph& graph, NodeIndex node, Path path) {
  if (node == 0) return {node, path};
  Start start{node, path};
  const Path atRoot = graph[node].rootFromNode.targetFromSource(path);
  if (!atRoot.isEmpty()) {
    start = {0, atRoot};
  } else {
    while (start.node != 0) {
      const Path above = graph[start.node].parentFromNode.targetFromSource(start.path);
      if (above.isEmpty()) break;
      start = {graph[start.node].parent, above};
    }
  }
  const Path introduced = graph.pathAtIntroduction(start.node);
  if (introduced.hasVariants()) {
    start.path = start.path.withPrefixReplaced(introduced.withoutVariants(), introduced);
  }
  return start;
}

/// The earlier selection for the same set of the same prim.
std::optional<std::string> priorSelection(const Graph& graph, const Start& start, Token set) {
  for (Traversal at(graph, start.node, start.path); !at.isAtEnd(); at.moveOn()) {
    if (graph[at.node()].arc != ArcType::Variant) continue;
    const Path introduced = graph.pathAtIntroduction(at.node());
    if (!introduced.isVariant() || introduced.name() != set) continue;
    if (introduced.primPath() == at.path()) return introduced.variantSelection().string();
  }
  return std::nullopt;
}

/// The path of a node's opinions about `path`, inside the node's variant.
Path storagePath(const Graph& graph, NodeIndex node, Path path) {
  if (graph[node].arc != ArcType::Variant) return path;
  const Path introduced = graph.pathAtIntroduction(node);
  return path.withPrefixReplaced(introduced.withoutVariants(), introduced);
}

std::optional<std::string> authoredSelection(const Start& start, const std::string& set,
                                             PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  std::vector<CompositionError> errors;
  std::optional<std::string> selection;
  for (Traversal at(graph, start.node, start.path); !at.isAtEnd() && !selection; at.moveOn()) {
    const PrimIndexNode& node = graph[at.node()];
    if (!contributesAt(node, at.path())) continue;
    const Path path = storagePath(graph, at.node(), at.path());
    selection = composeVariantSelection(*node.layerStack, path, set, errors);
  }
  builder.append(errors);
  return selection;
}

std::string fallbackOf(const Task& task, PrimIndexBuilder& builder) {
  const auto& fallbacks = builder.context().request.variantFallbacks;
  const auto found = fallbacks.find(task.setName.string());
  if (found == fallbacks.end()) return {};
  const LayerStack& stack = *builder.graph()[task.node].layerStack;
  for (const std::string& variant : found->second) {
    if (hasVariant(stack, task.setPath, task.setName, variant)) return variant;
  }
  return {};
}

void postpone(const Task& task, TaskKind ancestralKind, TaskKind kind, PrimIndexBuilder& builder) {
  Task later = task;
  later.kind = isAncestral(task) ? ancestralKind : kind;
  builder.addTask(later);
}

/// True when new opinions in a subtree, or at the targets of its arcs, may select variants.
/// Otherwise a retry would only repeat the same errors.
bool mayBringSelections(const Graph& graph, NodeIndex top) {
  if (graph.depthBelowIntroduction(top) > 0)
    return true;  // Ancestors of the site may select variants.
  for (NodeIndex node = top; node != kNoNode; node = graph.nextInSubtree(node, top)) {
    const ArcMask arcs = authoredArcs(graph[node]);
    if (arcs.references || arcs.payloads || arcs.inherits || arcs.specializes || arcs.selections) {
      return true;
    }
  }
  return false;
}

void addVariantArc(const Task& task, const std::string& selection, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  const Site site = graph.site(task.node);
  const Path variant = task.setPath.variant(task.setName, Token(selection));
  ArcOptions options;
  if (isAncestral(task)) {
    options.withAncestors = true;
    // Below a class that is added here, a site may occur only once, and the nodes of the variant
    // win.
    for (NodeIndex node = task.node; node != 0; node = graph[node].parent) {
      if (isClassBased(graph[node].arc) && graph.depthBelowIntroduction(node) == 0 &&
          graph[node].isLive()) {
        options.skipDuplicates = true;
      }
    }
  }
  // A variant has opinions about the same prim, so its arc does not map paths.
  const NodeIndex added = builder.addArc(
      {.type = ArcType::Variant,
       .parent = task.node,
       .origin = task.node,
       .parentFromNode = MapFunction::identity(),
       .siblingNumber = static_cast<std::uint16_t>(task.setNumber),
       .namespaceDepth = static_cast<std::uint16_t>(namespaceDepth(task.setPath))},
      {site.layerStack, site.path.withPrefixReplaced(task.setPath, variant)}, options);
  if (added != kNoNode && mayBringSelections(graph, added)) builder.retryVariants();
}

void addSetsAt(NodeIndex node, Path path, TaskKind kind, PrimIndexBuilder& builder) {
  const std::vector<std::string> names =
      composeVariantSetNames(*builder.graph()[node].layerStack, path);
  for (std::size_t i = 0; i < names.size(); ++i) {
    builder.addTask({.kind = kind,
                     .node = node,
                     .setPath = path,
                     .setName = Token(names[i]),
                     .setNumber = static_cast<std::uint32_t>(i)});
  }
}

}  // namespace

void addVariantSets(NodeIndex node, PrimIndexBuilder& builder) {
  if (!builder.graph()[node].isLive()) return;
  addSetsAt(node, builder.graph()[node].path, TaskKind::VariantAuthored, builder);
}

void addAncestralVariantSets(NodeIndex node, PrimIndexBuilder& builder) {
  const PrimIndexNode at = builder.graph()[node];
  for (Path path = at.path.parent(); !path.isRoot(); path = path.parent()) {
    if (!contributesAt(at, path)) continue;
    addSetsAt(node, path, TaskKind::AncestralVariantAuthored, builder);
    if (path.isVariant()) break;  // Ancestors were handled when the variant was selected.
  }
}

void addAuthoredVariant(const Task& task, PrimIndexBuilder& builder) {
  const Graph& graph = builder.graph();
  if (!contributesAt(graph[task.node], task.setPath)) return;
  const Start start = strongestPlace(graph, task.node, task.setPath.withoutVariants());
  std::optional<std::string> selection = priorSelection(graph, start, task.setName);
  if (!selection) selection = authoredSelection(start, task.setName.string(), builder);
  if (selection && !selection->empty()) return addVariantArc(task, *selection, builder);
  if (!fallbackOf(task, builder).empty()) {
    postpone(task, TaskKind::AncestralVariantFallback, TaskKind::VariantFallback, builder);
  } else {
    postpone(task, TaskKind::AncestralVariantNone, TaskKind::VariantNone, builder);
  }
}

void addFallbackVariant(const Task& task, PrimIndexBuilder& builder) {
  if (!contributesAt(builder.graph()[task.node], task.setPath)) return;
  const std::string selection = fallbackOf(task, builder);
  if (!selection.empty()) return addVariantArc(task, selection, builder);
  postpone(task, TaskKind::AncestralVariantNone, TaskKind::VariantNone, builder);
}

}  // namespace usdscope::detail
