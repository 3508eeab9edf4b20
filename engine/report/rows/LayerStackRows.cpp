// SPDX-License-Identifier: Apache-2.0
#include "engine/report/rows/LayerStackRows.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/layer/SpecifierKeyword.h"
#include "engine/report/explain/HidingReason.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::string spanText(double first, double last) {
  if (first > last) std::swap(first, last);
  return first == last ? numberToText(first)
                       : fmt::format("{} to {}", numberToText(first), numberToText(last));
}

std::string countText(std::size_t count) {
  return count == 1 ? "1 time sample" : fmt::format("{} time samples", count);
}

// Fills in the authored value of a property spec, and the span of its samples.
void describeProperty(LayerStackRow& row, const StackEntry& entry) {
  const PropertySpec spec = entry.layer->findProperty(entry.path);
  if (!spec) return;
  if (!spec.isAttribute()) {
    const Value targets = spec.field(fields::kTargetPaths);
    row.value = targets.isEmpty() ? "" : valueToText(targets);
    return;
  }
  const Value value = spec.field(fields::kDefault);
  if (!value.isEmpty()) row.source = ValueSource::Default;
  const Value samples = spec.field(fields::kTimeSamples);
  if (const auto* found = samples.find<TimeSamples>()) {
    row.value = countText(found->size());
    row.source = ValueSource::TimeSamples;
    if (!found->isEmpty()) {
      row.span =
          spanText(row.offset(found->times()[0]), row.offset(found->times()[found->size() - 1]));
    }
  }
  if (spec.hasField(fields::kSpline)) {
    row.value = "spline";
    if (row.source != ValueSource::TimeSamples) row.source = ValueSource::Spline;
  }
  if (value.isEmpty()) return;
  if (!row.value.empty()) row.value += ", default ";
  row.value += valueToText(value);
}

// The specifier, type and metadata of a prim spec: "def Xform, kind = component".
std::string metadataText(const Layer& layer, Path path) {
  const PrimSpec spec = layer.findPrim(path);
  if (!spec) return {};
  std::string text;
  if (spec.hasField(fields::kSpecifier)) text = keywordOf(spec.specifier());
  if (const Token type = spec.typeName()) text += (text.empty() ? "" : " ") + type.string();
  for (const Token name : spec.fieldNames()) {
    if (name == fields::kSpecifier || name == fields::kTypeName) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} = {}", name.text(), valueToText(spec.field(name)));
  }
  return text;
}

LayerStackRow rowOf(const StackEntry& entry, const Stage& stage, std::size_t strength) {
  return {.layer = layerLabel(*entry.layer, stage),
          .identifier = entry.layer->identifier(),
          .offset = entry.offset,
          .path = entry.path.text(),
          .strength = strength};
}

// The time in which a clip plays, in stage time.
std::string clipSpan(const ClipSet& set, const Layer& layer) {
  for (std::size_t i = 0; i < set.clips().size(); ++i) {
    if (set.layerOf(i).get() != &layer) continue;
    const ClipSpan& span = set.clips()[i];
    const LayerOffset& stageFromSet = set.definition().stageFromSet;
    const std::string from = numberToText(stageFromSet(span.authoredStart));
    if (span.end == ClipSpan::kForever) return "from " + from;
    return fmt::format("{} to {}", from, numberToText(stageFromSet(span.end)));
  }
  return {};
}

std::vector<LayerStackRow> attributeRows(const Attribute& attribute, TimeCode time) {
  const Prim& prim = attribute.prim();
  const ResolveReport report = reportValue(attribute, time);
  std::vector<bool> isUsed(report.opinions.size(), false);
  std::vector<LayerStackRow> rows;
  for (const StackEntry& entry : attribute.propertyStack(time)) {
    LayerStackRow& row = rows.emplace_back(rowOf(entry, prim.stage(), rows.size() + 1));
    describeProperty(row, entry);
    // A layer that is twice in a stack has two opinions.
    for (std::size_t i = 0; i < report.opinions.size(); ++i) {
      const OpinionReport& opinion = report.opinions[i];
      if (isUsed[i] || opinion.layer != entry.layer || opinion.specPath != entry.path) continue;
      isUsed[i] = true;
      row.isWinner = opinion.verdict == OpinionVerdict::Wins;
      row.reason = hidingReason(prim, report, opinion);
      if (opinion.clips) {
        row.isClip = true;
        row.source = ValueSource::Clips;
        row.span = clipSpan(*opinion.clips, *entry.layer);
      }
      break;
    }
  }
  return rows;
}

std::string editText(const PropertySpec& spec, const std::string& hider) {
  const Value targets = spec.field(fields::kTargetPaths);
  const auto* op = targets.find<ListOp<Path>>();
  if (!op) return "has no targets";
  if (!hider.empty()) return fmt::format("`{}` sets the whole list", hider);
  return op->isExplicit ? "sets the whole list" : "edits the list";
}

std::vector<LayerStackRow> relationshipRows(const Relationship& relationship) {
  std::vector<LayerStackRow> rows;
  std::string hider;  // The layer with the strongest explicit list.
  for (const StackEntry& entry : relationship.propertyStack()) {
    LayerStackRow& row =
        rows.emplace_back(rowOf(entry, relationship.prim().stage(), rows.size() + 1));
    describeProperty(row, entry);
    const PropertySpec spec = entry.layer->findProperty(entry.path);
    if (!spec) continue;
    row.reason = editText(spec, hider);
    row.isWinner = hider.empty() && spec.hasField(fields::kTargetPaths);
    const Value targets = spec.field(fields::kTargetPaths);
    const auto* op = targets.find<ListOp<Path>>();
    if (hider.empty() && op && op->isExplicit) hider = row.layer;
  }
  return rows;
}

std::vector<LayerStackRow> rootRows(const Stage& stage) {
  std::vector<LayerStackRow> rows;
  const std::vector<LayerStackEntry>& entries = stage.rootLayerStack()->entries();
  for (const LayerStackEntry& entry : entries) {
    LayerStackRow& row = rows.emplace_back();
    row.layer = layerLabel(*entry.layer, stage);
    row.identifier = entry.layer->identifier();
    row.offset = entry.offset;
    row.path = "/";
    row.strength = rows.size();
    if (entry.parent != LayerStackEntry::kNoParent) row.depth = rows[entry.parent].depth + 1;
  }
  return rows;
}

}  // namespace

std::vector<LayerStackRow> layerStackRows(const Prim& prim, Token property, TimeCode time) {
  if (property) {
    if (const Attribute attribute = prim.attribute(property)) return attributeRows(attribute, time);
    if (const Relationship found = prim.relationship(property)) return relationshipRows(found);
    return {};
  }
  if (prim.isPseudoRoot()) return rootRows(prim.stage());
  std::vector<LayerStackRow> rows;
  for (const StackEntry& entry : prim.primStack()) {
    LayerStackRow& row = rows.emplace_back(rowOf(entry, prim.stage(), rows.size() + 1));
    row.value = metadataText(*entry.layer, entry.path);
  }
  return rows;
}

}  // namespace usdscope
