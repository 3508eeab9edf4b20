// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/CompositionRows.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/compose/PrimIndex.h"
#include "engine/report/explain/ExplainPrim.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

std::size_t primDepth(Path path) {
  std::size_t depth = 0;
  for (Path at = path; at.depth() > 0; at = at.parent()) {
    if (!at.isVariant()) ++depth;
  }
  return depth;
}

// The path that a node had at the prim with the arc. (PcpNodeRef::GetPathAtIntroduction.)
Path pathAtIntroduction(const PrimIndex& index, std::uint32_t number) {
  const PrimIndexNode& node = index.nodes()[number];
  if (node.parent == PrimIndexNode::kNone) return node.path;
  std::size_t levels = primDepth(index.nodes()[node.parent].path) - node.namespaceDepth;
  Path path = node.path;
  for (; levels > 0; --levels) {
    while (path.isVariant()) path = path.parent();
    path = path.parent();
  }
  return path;
}

// The last variant selection in a path.
std::string variantText(Path path) {
  while (path.depth() > 0 && !path.isVariant()) path = path.parent();
  if (path.depth() == 0) return {};
  return fmt::format("{} = {}", path.name().text(), path.variantSelection().text());
}

std::vector<std::string> pathMapOf(const MapFunction& map) {
  std::vector<std::string> lines;
  for (const auto& [source, target] : map.pairs()) {
    lines.push_back(fmt::format("{} → {}", source.text(),
                                target.isEmpty() ? "nowhere" : std::string(target.text())));
  }
  if (map.hasRootIdentity()) {
    lines.push_back(lines.empty() ? "every path → itself" : "other paths → themselves");
  }
  return lines;
}

// Lists the layers of one node, each with its depth among the sublayers.
class NodeRows {
 public:
  NodeRows(const Prim& prim, std::uint32_t number, const NodeLine& line, std::size_t depth)
      : stage_(prim.stage()),
        index_(prim.index()),
        number_(number),
        node_(index_.nodes()[number]),
        line_(line),
        depth_(depth) {}

  void addTo(std::vector<CompositionRow>& rows) const {
    const std::vector<LayerStackEntry>& entries = node_.layerStack->entries();
    std::vector<std::size_t> depths(entries.size(), depth_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint32_t parent = entries[i].parent;
      const bool isSublayer = parent != LayerStackEntry::kNoParent;
      if (isSublayer) depths[i] = depths[parent] + 1;
      rows.push_back(rowOf(entries[i], depths[i], isSublayer));
    }
  }

 private:
  CompositionRow rowOf(const LayerStackEntry& entry, std::size_t depth, bool isSublayer) const {
    CompositionRow row{.depth = depth,
                       .layer = layerLabel(*entry.layer, stage_),
                       .identifier = entry.layer->identifier(),
                       .arcType = isSublayer ? "sublayer" : line_.arc,
                       .arcPath = pathAtIntroduction(index_, number_).text(),
                       .hasSpec = bool(entry.layer->findPrim(node_.path)),
                       .sitePath = node_.path.text(),
                       .introduced = line_.introduced,
                       .offset = compose(node_.rootFromNode.timeOffset(), entry.offset),
                       .isCulled = node_.isCulled,
                       .node = number_};
    if (node_.arc == ArcType::Variant && !isSublayer) {
      row.variant = variantText(node_.path);
    }
    if (!isSublayer) row.pathMap = pathMapOf(node_.rootFromNode);
    row.contributes = row.hasSpec && line_.contributes;
    if (row.contributes) return row;
    row.why =
        line_.contributes || (line_.hasSpecs && !row.hasSpec) ? "no spec in this layer" : line_.why;
    return row;
  }

  const Stage& stage_;
  const PrimIndex& index_;
  std::uint32_t number_;
  const PrimIndexNode& node_;
  const NodeLine& line_;
  std::size_t depth_;
};

std::string arcOf(CompositionErrorKind kind) {
  switch (kind) {
    case CompositionErrorKind::InvalidSublayerPath:
    case CompositionErrorKind::InvalidSublayerOffset:
    case CompositionErrorKind::InvalidSublayerOwnership:
    case CompositionErrorKind::SublayerCycle:
      return "sublayer";
    default:
      return "arc";
  }
}

// Adds the arcs that composition did not follow.
void addProblems(const Prim& prim, std::vector<CompositionRow>& rows) {
  const PrimIndex& index = prim.index();
  const auto add = [&](CompositionRow row) {
    row.depth = 1;
    row.isProblem = true;
    rows.push_back(std::move(row));
  };
  const auto addError = [&](const CompositionError& error) {
    const std::string& layer = error.site.layer;
    add({.layer = layer.substr(layer.find_last_of('/') + 1),
         .identifier = layer,
         .arcType = arcOf(error.kind),
         .arcPath = error.site.path,
         .why = error.message});
  };
  for (const CompositionError& error : index.errors()) addError(error);
  if (index.hasPayloads() && !index.payloadsIncluded()) {
    add({.arcType = "payload", .arcPath = prim.path().text(), .why = "the payload is not loaded"});
  }
}

}  // namespace

std::vector<CompositionRow> compositionRows(const Prim& prim) {
  const std::vector<NodeLine> lines = nodeLines(prim);
  std::vector<CompositionRow> rows;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    NodeRows(prim, i, lines[i], lines[i].depth).addTo(rows);
  }
  addProblems(prim, rows);
  return rows;
}

}  // namespace usdscope
