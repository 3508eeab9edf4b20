// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/compose/Composer.h"
#include "engine/compose/CompositionErrorTexts.h"
#include "engine/compose/PrimIndex.h"
#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/IndexesByArcs.h"
#include "engine/compose/detail/LayerStackCache.h"
#include "engine/compose/detail/TaskQueue.h"

namespace usdscope {

/// The inputs that all prim indexes of a stage share.
struct ComposeContext {
  const ComposeRequest& request;
  std::shared_ptr<detail::LayerStackCache> layerStacks;
  std::unique_ptr<detail::IndexesByArcs> indexesByArcs = std::make_unique<detail::IndexesByArcs>();
};

/// Options for adding an arc.
struct ArcOptions {
  /// If false, the node itself does not contribute; its descendants may.
  bool nodeContributes = true;
  /// Whether arcs of the site's ancestors apply, too. Then an inner builder makes the graph of the
  /// site.
  bool withAncestors = false;
  /// Whether to add nothing if the graph already has a node of this site.
  bool skipDuplicates = false;
  /// The node only marks where a specializes is authored. It contributes nothing and gets no arcs.
  bool isPlaceholder = false;
  /// The node takes isDueToAncestor from its origin.
  bool copiesOrigin = false;
};

/// Builds one prim index. The builder has a graph and a queue of tasks. Each task visits a node and
/// looks for one kind of arc; the functions for this are in ArcTasks.h and add arcs and further
/// tasks. (Pcp's prim indexing in USD mode; AOUSD core specification 10.)
///
/// If ancestors of an arc's target may have arcs, an inner builder makes the graph of the target,
/// and the outer builder inserts this graph into its own. A Frame links the inner builder to the
/// outer one.
class PrimIndexBuilder {
 public:
  using NodeIndex = detail::NodeIndex;

  /// The place in the outer graph to which the graph of an inner builder is added.
  struct Frame {
    const PrimIndexBuilder* outer = nullptr;
    detail::Site requested;              ///< The site of the requested graph.
    NodeIndex parent = detail::kNoNode;  ///< The parent node in the outer graph.
    ArcType arc = ArcType::Root;
    MapFunction parentFromNode;
    bool skipDuplicates = false;
    int depth = 0;
    /// The number of nodes that all builders of this prim index have visited.
    std::size_t* nodesVisited = nullptr;
  };

  static std::shared_ptr<const PrimIndex> buildRoot(const ComposeContext& context);
  static std::shared_ptr<const PrimIndex> buildChild(const ComposeContext& context,
                                                     const PrimIndex& parent, Token name);
  /// See Composer::computeSharedChildIndex().
  static std::shared_ptr<const PrimIndex> buildOrShareChild(const ComposeContext& context,
                                                            const PrimIndex& parent, Token name);
  /// Makes the index of the prim at `path` from the index of another prim; see IndexesByArcs.
  static std::shared_ptr<const PrimIndex> copyFor(Path path, const PrimIndex& other);

  detail::Graph& graph() { return graph_; }
  const detail::Graph& graph() const { return graph_; }
  const ComposeContext& context() const { return context_; }
  /// Null for the graph of the prim index itself.
  const Frame* frame() const { return frame_; }

  /// Adds the node of an arc, with all nodes that arcs of the site's ancestors add, and their
  /// tasks. Returns kNoNode when no node is added; reports why, except for skipped duplicates.
  NodeIndex addArc(const detail::Arc& arc, const detail::Site& site, const ArcOptions& options);

  void addTask(const detail::Task& task) { tasks_.add(task); }
  void retryVariants() { tasks_.retryVariants(); }

  /// Records that an arc to this site was followed, whether or not a node was added.
  void noteInput(const detail::Site& site) {
    inputs_.push_back({site.layerStack->number(), site.path.withoutVariants()});
  }
  /// Records that an arc names a layer that is muted or unreadable.
  void noteMissing(std::string layer) { missingLayers_.push_back(std::move(layer)); }
  void setHasPayloads() { hasPayloads_ = true; }
  void setPayloadsIncluded(bool areIncluded) { payloadsIncluded_ = areIncluded; }

  /// Reports a fault at a site. `names` are inserted into the fault's sentence. If `layer` is null,
  /// the fault is in the root layer of the site's stack.
  void report(const CompositionFault& fault, const detail::Site& site, const Layer* layer = nullptr,
              std::initializer_list<std::string_view> names = {});
  void append(const std::vector<CompositionError>& errors);

 private:
  PrimIndexBuilder(const ComposeContext& context, Path rootPath, detail::Graph graph,
                   const Frame* frame);

  // Shortcuts.cpp
  /// Makes the index of a child without arcs of its own, which most prims are, straight from the
  /// nodes of its parent. Returns null if the child may have arcs.
  static std::shared_ptr<const PrimIndex> buildWithoutArcs(const ComposeContext& context,
                                                           const PrimIndex& parent, Path path);

  void buildSite(const detail::Site& site, bool rootContributes);
  void descend(Path childPath, bool isInstance);
  bool isInstanceOfRoot(Path path) const;
  bool elideIfProhibited();
  void runTasks();
  bool isExhausted();
  void runTask(const detail::Task& task);

  bool hasCycle(NodeIndex parent, NodeIndex origin, ArcType type, const detail::Site& site) const;
  void reportCycle(NodeIndex parent, ArcType type, const detail::Site& site);
  bool hasDuplicate(NodeIndex parent, const detail::Site& site) const;
  NodeIndex addSubgraph(const detail::Arc& arc, const detail::Site& site,
                        const ArcOptions& options);
  void addTasksForNewNode(NodeIndex node, const ArcOptions& options);
  void addTasksBelow(NodeIndex top, const ArcOptions& options, bool isNew);
  void addTasksOf(NodeIndex node, const ArcOptions& options, bool isNew);

  std::shared_ptr<const PrimIndex> finish(Path path);

  const ComposeContext& context_;
  const Path rootPath_;
  detail::Graph graph_;
  detail::TaskQueue tasks_;
  const Frame* const frame_;
  std::vector<CompositionError> errors_;
  std::vector<CompositionInput> inputs_;
  std::size_t mostInputs_ = 64;  // With more inputs, duplicates are removed.
  std::vector<std::string> missingLayers_;
  bool hasSubgraphs_ = false;
  bool hasPayloads_ = false;
  bool payloadsIncluded_ = false;
  std::size_t nodesVisited_ = 0;
};

}  // namespace usdscope
