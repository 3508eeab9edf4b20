// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipEntryRows.h"

#include "engine/layer/ClipKeys.h"
#include "engine/layer/Fields.h"
#include "engine/layer/ListOp.h"
#include "engine/report/clips/ClipDoctor.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostElements = 64;

constexpr const char* kOfBoth[] = {clip_keys::kPrimPath, clip_keys::kManifestAssetPath,
                                   clip_keys::kInterpolateMissing};
constexpr const char* kExplicit[] = {clip_keys::kAssetPaths, clip_keys::kActive, clip_keys::kTimes};
constexpr const char* kOfTemplate[] = {clip_keys::kTemplateAssetPath, clip_keys::kTemplateStartTime,
                                       clip_keys::kTemplateEndTime, clip_keys::kTemplateStride,
                                       clip_keys::kTemplateActiveOffset};

std::string quotedNames(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    if (text.size() > 1) text += ", ";
    text += '"' + name + '"';
  }
  return text + "]";
}

ClipEntryRow orderOf(const Prim& prim) {
  ClipEntryRow row{.prim = prim.path(), .set = {}, .key = "clipSets", .text = {}, .layer = {}};
  for (OpinionWalk walk(prim); walk.next();) {
    const Value order = walk.opinion().prim.field(fields::kClipSets);
    if (order.isEmpty()) continue;
    row.layer = walk.opinion().layer()->identifier();
    break;
  }
  const Value composed = row.layer.empty() ? Value() : prim.metadata(fields::kClipSets);
  if (const auto* order = composed.find<ListOp<std::string>>()) {
    row.text = quotedNames(order->appliedItems());
  } else if (!composed.isEmpty()) {
    row.text = valueToText(composed, kMostElements);
  }
  return row;
}

}  // namespace

std::vector<ClipEntryRow> clipEntryRows(const Prim& prim) {
  std::vector<ClipEntryRow> rows;
  for (const auto& [set, entries] : authoredClipSets(prim)) {
    const auto add = [&](const char* key, bool isUsual) {
      const auto found = entries.find(key);
      if (found == entries.end() && !isUsual) return;
      ClipEntryRow& row = rows.emplace_back();
      row.prim = prim.path();
      row.set = set;
      row.key = key;
      if (found == entries.end()) return;
      row.text = valueToText(found->second.value, kMostElements);
      row.layer = found->second.layer;
    };
    const bool hasTemplate = entries.contains(clip_keys::kTemplateAssetPath) &&
                             !entries.contains(clip_keys::kAssetPaths);
    for (const char* key : kExplicit) add(key, !hasTemplate);
    for (const char* key : kOfTemplate) add(key, hasTemplate);
    for (const char* key : kOfBoth) add(key, true);
  }
  if (!rows.empty()) rows.push_back(orderOf(prim));
  return rows;
}

}  // namespace usdscope
