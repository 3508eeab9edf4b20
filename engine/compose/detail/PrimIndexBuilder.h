// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/compose/Composer.h"
#include "engine/compose/CompositionFaults.h"
#include "engine/compose/PrimIndex.h"
#include "engine/compose/detail/Graph.h"
#include "engine/compose/detail/LayerStackCache.h"
#include "engine/compose/detail/TaskQueue.h"

namespace usdscope {

/// The inputs that all prim indexes of a stage share.
struct ComposeContext {
  const ComposeRequest& request;
  std::shared_ptr<detail::LayerStackCache> layerStacks;
};

/// How an arc is to be added.
struct ArcOptions {
  /// False: the node is a placeholder, only what hangs below it may contribute.
  bool nodeContributes = true;
  /// The site has ancestors, whose arcs bring opinions to it.
  bool withAncestors = false;
  /// Nothing is added when another node stands for the same site already.
  bool skipDuplicates = false;
  /// The node only stands for the place where a specializes is authored: it contributes nothing,
  /// and nothing hangs below it.
  bool isPlaceholder = false;
  /// The node stands for its origin: the arc is an ancestor's where that one is.
  bool copiesOrigin = false;
};

/// Builds one prim index: holds the graph and the tasks; each kind of arc in a file of its own
/// looks at a node and adds arcs and tasks here. (Pcp's prim indexing in USD mode; AOUSD core
/// specification 10.)
///
/// An arc to a site below a root prim needs a graph of its own, which a further builder makes and
/// this one takes in; a Frame links that builder to what is around it.
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
    std::size_t* nodesVisited = nullptr;  ///< By all builders of one prim index.
  };

  static std::shared_ptr<const PrimIndex> buildRoot(const ComposeContext& context);
  static std::shared_ptr<const PrimIndex> buildChild(const ComposeContext& context,
                                                     const PrimIndex& parent, Token name);

  detail::Graph& graph() { return graph_; }
  const detail::Graph& graph() const { return graph_; }
  const ComposeContext& context() const { return context_; }
  /// Null for the graph of the prim index itself.
  const Frame* frame() const { return frame_; }

  /// Adds a node, or all those that ancestors of the site bring along, and tasks for them. kNoNode
  /// when it may not be; that is reported where it is a fault.
  NodeIndex addArc(const detail::Arc& arc, const detail::Site& site, const ArcOptions& options);

  void addTask(const detail::Task& task) { tasks_.add(task); }
  void retryVariants() { tasks_.retryVariants(); }

  /// An arc was followed there, whatever came of it.
  void noteInput(const detail::Site& site) {
    inputs_.push_back({site.layerStack->number(), site.path.withoutVariants()});
  }
  /// An arc names a layer that cannot be had.
  void noteMissing(std::string layer) { missingLayers_.push_back(std::move(layer)); }
  void setHasPayloads() { hasPayloads_ = true; }
  void setPayloadsIncluded(bool areIncluded) { payloadsIncluded_ = areIncluded; }

  /// `names` fill in the fault's sentence. `layer` null: the root layer of the site's stack.
  void report(const CompositionFault& fault, const detail::Site& site, const Layer* layer = nullptr,
              std::initializer_list<std::string_view> names = {});
  void append(const std::vector<CompositionError>& errors);

 private:
  PrimIndexBuilder(const ComposeContext& context, Path rootPath, detail::Graph graph,
                   const Frame* frame);

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
  std::vector<std::string> missingLayers_;
  bool hasSubgraphs_ = false;
  bool hasPayloads_ = false;
  bool payloadsIncluded_ = false;
  std::size_t nodesVisited_ = 0;
};

}  // namespace usdscope
