// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/TargetReport.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

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

bool addsTarget(const TargetEdit& edit) {
  return edit.kind != EditKind::Delete && edit.kind != EditKind::Reorder;
}

/// Finds the edits that add a target. The opinions must outlive it.
class Additions {
 public:
  explicit Additions(const std::vector<TargetOpinion>& opinions) {
    for (std::size_t i = 0; i < opinions.size(); ++i) {
      for (const TargetEdit& edit : opinions[i].edits) {
        if (!addsTarget(edit) || edit.target.isEmpty()) continue;
        additions_[edit.target].push_back({i, edit.authored});
      }
    }
  }

  // Returns the target as the strongest opinion from `first` on adds it.
  ReportedTarget reportedFrom(Path target, std::size_t first) const {
    const auto known = additions_.find(target);
    if (known != additions_.end()) {
      const auto found = std::ranges::lower_bound(known->second, first, {}, &Addition::opinion);
      if (found != known->second.end()) {
        return {.path = target, .authored = found->authored, .opinion = found->opinion};
      }
    }
    return {.path = target, .authored = target, .opinion = first};
  }

 private:
  struct Addition {
    std::size_t opinion;
    Path authored;
  };
  std::unordered_map<Path, std::vector<Addition>> additions_;  // Strongest first.
};

std::unordered_set<Path> addedBy(const ListOp<Path>& op) {
  std::unordered_set<Path> added;
  for (const auto* items :
       {&op.explicitItems, &op.addedItems, &op.prependedItems, &op.appendedItems}) {
    added.insert(items->begin(), items->end());
  }
  return added;
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
  const Additions additions(report.opinions);
  std::vector<Path> paths;
  for (std::size_t i = ops.size(); i-- > 0;) {
    // A list that replaces others is the first one that is left.
    const std::unordered_set<Path> added = addedBy(ops[i]);
    const std::unordered_set<Path> deleted(ops[i].deletedItems.begin(), ops[i].deletedItems.end());
    std::erase_if(report.removed,
                  [&](const ReportedTarget& each) { return added.contains(each.path); });
    for (const Path path : deleted.empty() ? std::vector<Path>() : paths) {
      if (!deleted.contains(path) || added.contains(path)) continue;
      report.removed.push_back(additions.reportedFrom(path, i + 1));
      report.removed.back().remover = i;
    }
    ops[i].applyTo(paths);
  }
  for (const Path path : paths) report.targets.push_back(additions.reportedFrom(path, 0));
  return report;
}

}  // namespace usdscope
