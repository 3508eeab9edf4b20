// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/StageValue.h"

#include "engine/asset/AssetResolver.h"
#include "engine/compose/VariableExpression.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "engine/stage/resolve/AnchoredAssetPath.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope {
namespace {

AssetPath assetOnStage(AssetPath asset, const ValueAnchor& anchor) {
  const bool isExpression = isVariableExpression(asset.authored);
  if (isExpression) {
    const ExpressionResult result =
        evaluateTextExpression(asset.authored, anchor.layerStack->expressionVariables());
    // If the expression has no result, it is kept as the path, which is not found.
    if (!result.errors.empty() || result.text().empty()) return asset;
    asset.evaluated = result.text();
  }
  const bool isAskedFor = isExpression || !anchor.isForFlattening;
  if (isAskedFor && anchor.resolver && !asset.path().empty()) {
    asset.resolved = anchor.resolver->resolve(asset.path(), anchor.layer->identifier());
  }
  if (!anchor.isForFlattening) return asset;
  AssetPath moved;
  // As in OpenUSD, an expression whose file is not found is kept.
  const bool stays = isExpression && asset.resolved.empty();
  moved.authored = stays || !anchor.resolver
                       ? asset.authored
                       : anchoredAssetPath(asset.path(), *anchor.layer, *anchor.resolver);
  return moved;
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

// The readers limit the nesting of dictionaries.
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
          .layerStack = &opinion.layerStack(),
          .stageFromLayer = opinion.stageFromLayer(),
          .resolver = &stage.resolver()};
}

bool dependsOnAnchor(const Value& authored) {
  switch (authored.kind()) {
    case ValueKind::Asset:
    case ValueKind::TimeCode:
    case ValueKind::PathExpression:
      return true;
    default:
      return authored.holds<Dictionary>() || authored.holds<ArrayEdit>();
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
      if (const auto* edit = authored.find<ArrayEdit>()) {
        return Value(ArrayEdit{stageValue(edit->literals, anchor), edit->steps});
      }
      return authored;
  }
}

}  // namespace usdscope
