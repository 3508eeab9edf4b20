// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/StageValue.h"

#include "engine/asset/AssetResolver.h"
#include "engine/compose/VariableExpression.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/AnchoredAssetPath.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

// The path made independent of the layer that it stands in, as far as it depends on that. A path
// that is looked for in several places is only when it is found beside the layer.
std::string anchoredPath(const std::string& path, const ValueAnchor& anchor) {
  const bool isAbsolute = path.starts_with('/') || path.find("://") != std::string::npos;
  if (path.empty() || isAbsolute || path.starts_with("anon:") || anchor.layer->isAnonymous()) {
    return path;
  }
  const std::string& layer = anchor.layer->identifier();
  if (layer.ends_with(']')) {
    const std::string found = anchor.resolver->resolve(path, layer);
    if (!found.empty()) return found;
  }
  const auto places = anchor.resolver->candidates(path, layer);
  if (places.empty()) return path;
  // Of a path into a package it is the package that is looked for.
  const std::string file =
      path.ends_with(']') ? places.front().substr(0, places.front().find('[')) : places.front();
  const bool isFileRelative = path.starts_with("./") || path.starts_with("../");
  return isFileRelative || anchor.resolver->exists(file) ? places.front() : path;
}

AssetPath assetOnStage(AssetPath asset, const ValueAnchor& anchor) {
  if (isVariableExpression(asset.authored)) {
    const ExpressionResult result =
        evaluateTextExpression(asset.authored, anchor.site->layerStack->expressionVariables());
    if (!result.errors.empty()) return asset;
    asset.evaluated = result.text();
    // None: an empty path.
    if (asset.evaluated.empty()) asset.authored.clear();
  }
  if (anchor.isForFlattening) {
    AssetPath moved;
    moved.authored = anchor.resolver ? anchoredPath(asset.path(), anchor) : asset.path();
    return moved;
  }
  if (anchor.resolver && !asset.path().empty()) {
    asset.resolved = anchor.resolver->resolve(asset.path(), anchor.layer->identifier());
  }
  return asset;
}

TimeCodeValue timeOnStage(TimeCodeValue time, const ValueAnchor& anchor) {
  return {anchor.stageFromLayer(time.time)};
}

template <typename T, typename Map>
Value mapArray(const Array<T>& items, const ValueAnchor& anchor, Map map) {
  std::vector<T> out;
  out.reserve(items.size());
  for (const T& item : items) out.push_back(map(item, anchor));
  return Value(Array<T>(std::move(out)));
}

// Dictionaries nest no deeper than the readers let them.
Value dictionaryOnStage(const Dictionary& dictionary, const ValueAnchor& anchor) {
  Dictionary out = dictionary;
  for (const auto& [key, value] : dictionary.entries()) {
    Value mapped = stageValue(value, anchor);
    if (!(mapped == value)) out.set(key, std::move(mapped));
  }
  return Value(std::move(out));
}

}  // namespace

ValueAnchor anchorOf(const Opinion& opinion, const Stage& stage) {
  return {.layer = opinion.entry->layer.get(),
          .site = opinion.site,
          .stageFromLayer = opinion.stageFromLayer(),
          .resolver = &stage.layers().resolver()};
}

bool dependsOnAnchor(const Value& authored) {
  switch (authored.kind()) {
    case ValueKind::Asset:
    case ValueKind::TimeCode:
    case ValueKind::PathExpression:
      return true;
    default:
      return authored.holds<Dictionary>();
  }
}

Value stageValue(const Value& authored, const ValueAnchor& anchor) {
  switch (authored.kind()) {
    case ValueKind::Asset:
      if (const auto* one = authored.find<AssetPath>()) return Value(assetOnStage(*one, anchor));
      return mapArray(*authored.find<Array<AssetPath>>(), anchor, assetOnStage);
    case ValueKind::TimeCode:
      if (anchor.stageFromLayer == LayerOffset()) return authored;
      if (const auto* one = authored.find<TimeCodeValue>()) return Value(timeOnStage(*one, anchor));
      return mapArray(*authored.find<Array<TimeCodeValue>>(), anchor, timeOnStage);
    default:
      if (const auto* dictionary = authored.find<Dictionary>()) {
        return dictionaryOnStage(*dictionary, anchor);
      }
      return authored;
  }
}

}  // namespace usdscope
