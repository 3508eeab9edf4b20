// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/check/detail/RuleList.h"
#include "engine/check/detail/Sites.h"
#include "engine/format/usdz/AssetFiles.h"

namespace usdscope::detail {
namespace {

// Returns whether a path leads to a file, or to tiles of a texture.
bool isFound(const Attribute& attribute, const AssetPath& path, TimeCode time) {
  if (path.path().empty() || !path.resolved.empty()) return true;
  const ResolveInfo info = attribute.resolveInfo(time);
  const Stage& stage = attribute.prim().stage();
  return info.layer &&
         !filesOf(stage.resolver(), path.path(), AssetPathUse::Value, info.layer->identifier())
              .empty();
}

// Returns the first path of a value that is not found.
std::optional<std::string> firstMissing(const Attribute& attribute, TimeCode time) {
  const Value value = attribute.value(time);
  if (const auto* path = value.find<AssetPath>()) {
    if (!isFound(attribute, *path, time)) return path->path();
  } else if (const auto* paths = value.find<Array<AssetPath>>()) {
    for (const AssetPath& item : *paths) {
      if (!isFound(attribute, item, time)) return item.path();
    }
  }
  return std::nullopt;
}

bool hasAssets(const Attribute& attribute) {
  static const Token kAsset("asset");
  static const Token kAssets("asset[]");
  const Token type = attribute.typeName();
  return type == kAsset || type == kAssets;
}

}  // namespace

void checkAssetPaths(const CheckedStage& checked, const Prim& prim, Reporter& report) {
  if (isRepeated(prim)) return;
  for (const Token name : prim.authoredPropertyNames()) {
    const Attribute attribute = prim.attribute(name);
    if (!attribute || !hasAssets(attribute)) continue;
    std::vector<TimeCode> times{TimeCode()};
    const std::vector<double> samples = attribute.timeSamples();
    times.insert(times.end(), samples.begin(), samples.end());
    for (const TimeCode time : times) {
      if (checked.isStopped()) return;
      const std::optional<std::string> missing = firstMissing(attribute, time);
      if (!missing) continue;
      Finding& finding = report.error(
          "UnresolvedAsset", attribute.path(),
          fmt::format("The file @{}@ is not found; `resolve` lists the places that are "
                      "searched.",
                      *missing));
      finding.asset = *missing;
      if (time.isNumeric()) finding.time = time.time();
      if (const ResolveInfo info = attribute.resolveInfo(time); info.layer) {
        finding.layer = info.layer->identifier();
        finding.spec = info.specPath;
      }
      break;
    }
  }
}

}  // namespace usdscope::detail
