// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/TargetReport.h"

#include <algorithm>

#include "engine/compose/Composer.h"
#include "engine/stage/Property.h"
#include "engine/stage/population/detail/PrototypePaths.h"

namespace usdscope {
namespace {

using EditKind = TargetEdit::Kind;

/// Reads the list edit of one spec, with every path mapped to the stage.
class EditReader {
 public:
  EditReader(const PrimIndexNode& node, const PrototypePaths& prototypes, TargetOpinion& out)
      : node_(node), prototypes_(prototypes), out_(out) {}

  /// Returns the edit with stage paths, without those that do not map.
  ListOp<Path> read(const ListOp<Path>& authored) {
    ListOp<Path> op;
    op.isExplicit = authored.isExplicit;
    op.explicitItems = mapped(authored.explicitItems, EditKind::Explicit, authored.isExplicit);
    const bool isEdit = !authored.isExplicit;
    op.deletedItems = mapped(authored.deletedItems, EditKind::Delete, isEdit);
    op.addedItems = mapped(authored.addedItems, EditKind::Add, isEdit);
    op.prependedItems = mapped(authored.prependedItems, EditKind::Prepend, isEdit);
    op.appendedItems = mapped(authored.appendedItems, EditKind::Append, isEdit);
    op.orderedItems = mapped(authored.orderedItems, EditKind::Reorder, isEdit);
    return op;
  }

 private:
  std::vector<Path> mapped(const std::vector<Path>& paths, EditKind kind, bool applies) {
    std::vector<Path> targets;
    if (!applies) return targets;
    for (const Path path : paths) {
      const Path composed = translatedFromSource(node_.rootFromNode, path);
      const Path target = composed.isEmpty() ? Path() : prototypes_.seenFrom(composed);
      out_.edits.push_back({kind, path, target});
      if (!target.isEmpty()) targets.push_back(target);
    }
    return targets;
  }

  const PrimIndexNode& node_;
  const PrototypePaths& prototypes_;
  TargetOpinion& out_;
};

bool addsTarget(const TargetEdit& edit, Path target) {
  return edit.kind != EditKind::Delete && edit.kind != EditKind::Reorder && edit.target == target;
}

// Returns the target as the strongest opinion from `first` on adds it.
ReportedTarget reportedFrom(const TargetReport& report, Path target, std::size_t first) {
  for (std::size_t i = first; i < report.opinions.size(); ++i) {
    const auto& edits = report.opinions[i].edits;
    const auto found = std::ranges::find_if(
        edits, [&](const TargetEdit& edit) { return addsTarget(edit, target); });
    if (found != edits.end()) return {.path = target, .authored = found->authored, .opinion = i};
  }
  return {.path = target, .authored = target, .opinion = first};
}

}  // namespace

TargetReport reportTargets(const Property& property) {
  TargetReport report;
  const PrimIndex& index = property.prim().index();
  const PropertySpecs specs = computePropertySpecs(index, property.name());
  if (specs.entries.empty()) return report;
  const PrototypePaths prototypes(property.prim());
  const Token field =
      specs.entries[0].spec.isAttribute() ? fields::kConnectionPaths : fields::kTargetPaths;
  std::vector<ListOp<Path>> ops;
  bool isReplaced = false;
  for (const PropertySpecs::Entry& entry : specs.entries) {
    const PrimIndexNode& node = index.nodes()[entry.node];
    TargetOpinion& opinion = report.opinions.emplace_back();
    opinion.layer = node.layerStack->entries()[entry.stackEntry].layer;
    opinion.specPath = entry.spec.path();
    opinion.node = entry.node;
    const Value value = entry.spec.field(field);
    const auto* op = value.find<ListOp<Path>>();
    ops.emplace_back();
    if (!op || op->isNoOp()) continue;
    report.isAuthored = true;
    ops.back() = EditReader(node, prototypes, opinion).read(*op);
    if (isReplaced) {
      opinion.verdict = TargetVerdict::Replaced;
      ops.back() = {};
    } else {
      opinion.verdict = op->isExplicit ? TargetVerdict::SetsList : TargetVerdict::EditsList;
      isReplaced = op->isExplicit;
    }
  }
  std::vector<Path> paths;
  for (std::size_t i = ops.size(); i-- > 0;) {
    const std::vector<Path> before = paths;
    ops[i].applyTo(paths);
    for (const Path path : paths) {
      std::erase_if(report.removed, [&](const ReportedTarget& each) { return each.path == path; });
    }
    for (const Path path : before) {
      if (std::ranges::find(paths, path) != paths.end()) continue;
      report.removed.push_back(reportedFrom(report, path, i + 1));
      report.removed.back().remover = i;
    }
  }
  for (const Path path : paths) report.targets.push_back(reportedFrom(report, path, 0));
  return report;
}

}  // namespace usdscope
