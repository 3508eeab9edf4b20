// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/AssetPaths.h"

#include <optional>
#include <utility>
#include <vector>

#include "engine/layer/ClipKeys.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope {
namespace {

// Each function returns the value with its paths replaced, or nothing when the value is unchanged.
class Visitor {
 public:
  Visitor(const FieldDefinitions& registered, const VisitAssetPath& visit)
      : registered_(registered), visit_(visit) {}

  std::optional<Value> ofField(Token name, const Value& value) const {
    if (name == fields::kSubLayers) return ofSubLayers(value);
    if (name == fields::kReferences) return ofArcs<Reference>(value);
    if (name == fields::kPayload) return ofArcs<Payload>(value);
    if (name == fields::kClips) return ofClips(value);
    // As in the reference, values of unregistered fields are text.
    if (value.holds<Dictionary>() && !registered_.find(name)) return std::nullopt;
    return ofValue(value);
  }

  std::optional<Value> ofPrimField(Token name, const Value& value) const {
    const auto* dictionary = name == fields::kAssetInfo ? value.find<Dictionary>() : nullptr;
    return dictionary ? ofDictionary(*dictionary, Keys::AssetInfo) : ofField(name, value);
  }

 private:
  enum class Keys { Any, ClipSet, AssetInfo };  // The kind of a dictionary.

  bool replace(std::string& path, AssetPathUse use) const {
    if (path.empty()) return false;
    auto other = visit_(path, use);
    if (!other || other->empty() || *other == path) return false;
    path = std::move(*other);
    return true;
  }

  std::optional<Value> ofSubLayers(const Value& value) const {
    auto paths = value.valueOr(std::vector<std::string>());
    bool isChanged = false;
    for (std::string& path : paths) isChanged = replace(path, AssetPathUse::SubLayer) || isChanged;
    return isChanged ? std::optional(Value(std::move(paths))) : std::nullopt;
  }

  template <typename Arc>
  std::optional<Value> ofArcs(const Value& value) const {
    auto op = value.valueOr(ListOp<Arc>());
    bool isChanged = false;
    const auto replaceIn = [&](std::vector<Arc>& arcs, AssetPathUse use) {
      for (Arc& arc : arcs) isChanged = replace(arc.assetPath, use) || isChanged;
    };
    for (auto* list : {&op.explicitItems, &op.addedItems, &op.prependedItems, &op.appendedItems}) {
      replaceIn(*list, AssetPathUse::Layer);
    }
    replaceIn(op.deletedItems, AssetPathUse::UnusedLayer);
    replaceIn(op.orderedItems, AssetPathUse::UnusedLayer);
    return isChanged ? std::optional(Value(std::move(op))) : std::nullopt;
  }

  std::optional<Value> ofArray(const Array<AssetPath>& array) const {
    std::vector<AssetPath> paths(array.begin(), array.end());
    bool isChanged = false;
    for (AssetPath& path : paths) {
      isChanged = replace(path.authored, AssetPathUse::Value) || isChanged;
    }
    return isChanged ? std::optional(Value(Array<AssetPath>(std::move(paths)))) : std::nullopt;
  }

  std::optional<Value> ofSamples(const TimeSamples& samples) const {
    std::vector<Value> values;
    bool isChanged = false;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      values.push_back(samples.value(i));
      // All samples have one type, so the first one decides whether to search the others.
      const bool isAsset = values[i].kind() == ValueKind::Asset || values[i].holds<ArrayEdit>();
      if (!isAsset && !values[i].isBlock()) return std::nullopt;
      auto other = ofValue(values[i]);
      if (!other) continue;
      values[i] = std::move(*other);
      isChanged = true;
    }
    if (!isChanged) return std::nullopt;
    return Value(TimeSamples(samples.times(), Array<Value>(std::move(values))));
  }

  std::optional<Value> ofDictionary(const Dictionary& dictionary, Keys keys = Keys::Any) const {
    Dictionary result = dictionary;
    bool isChanged = false;
    for (const auto& [key, value] : dictionary.entries()) {
      std::optional<Value> other;
      const auto* text = value.find<std::string>();
      if (keys == Keys::AssetInfo && key == "identifier") continue;
      if (keys == Keys::ClipSet && text && key == clip_keys::kTemplateAssetPath) {
        std::string path = *text;
        if (replace(path, AssetPathUse::Template)) other = Value(std::move(path));
      } else {
        other = ofValue(value);
      }
      if (!other) continue;
      result.set(key, std::move(*other));
      isChanged = true;
    }
    return isChanged ? std::optional(Value(std::move(result))) : std::nullopt;
  }

  // The dictionary of clip sets by name.
  std::optional<Value> ofClips(const Value& value) const {
    const auto authored = value.valueOr(Dictionary());
    Dictionary clips = authored;
    bool isChanged = false;
    for (const auto& [name, set] : authored.entries()) {
      const auto* dictionary = set.find<Dictionary>();
      auto other = dictionary ? ofDictionary(*dictionary, Keys::ClipSet) : std::nullopt;
      if (!other) continue;
      clips.set(name, std::move(*other));
      isChanged = true;
    }
    return isChanged ? std::optional(Value(std::move(clips))) : std::nullopt;
  }

  std::optional<Value> ofValue(const Value& value) const {
    if (const auto* path = value.find<AssetPath>()) {
      AssetPath other = *path;
      if (!replace(other.authored, AssetPathUse::Value)) return std::nullopt;
      return Value(std::move(other));
    }
    if (const auto* array = value.find<Array<AssetPath>>()) return ofArray(*array);
    if (const auto* samples = value.find<TimeSamples>()) return ofSamples(*samples);
    if (const auto* dictionary = value.find<Dictionary>()) return ofDictionary(*dictionary);
    if (const auto* edit = value.find<ArrayEdit>()) {
      auto literals = ofValue(edit->literals);
      if (!literals) return std::nullopt;
      return Value(ArrayEdit{std::move(*literals), edit->steps});
    }
    return std::nullopt;
  }

  const FieldDefinitions& registered_;
  const VisitAssetPath& visit_;
};

}  // namespace

std::shared_ptr<const Layer> visitAssetPaths(const Layer& layer, const FieldDefinitions& fields,
                                             const VisitAssetPath& visit) {
  const Visitor visitor(fields, visit);
  std::optional<LayerBuilder> builder;
  const auto builderOf = [&]() -> LayerBuilder& {
    if (!builder) builder.emplace(layer);
    return *builder;
  };
  for (std::uint32_t row = 0; row < layer.primRowCount(); ++row) {
    const PrimSpec prim(&layer, row);
    for (const Token name : prim.fieldNames()) {
      if (auto value = visitor.ofPrimField(name, prim.field(name))) {
        builderOf().setPrimField(builderOf().findPrim(prim.path()), name, std::move(*value));
      }
    }
  }
  for (std::uint32_t row = 0; row < layer.propertyRowCount(); ++row) {
    const PropertySpec property(&layer, row);
    for (const Token name : property.fieldNames()) {
      if (auto value = visitor.ofField(name, property.field(name))) {
        LayerBuilder& to = builderOf();
        const auto prim = to.findPrim(property.path().primOrVariantPath());
        to.setPropertyField(to.findProperty(prim, property.name()), name, std::move(*value));
      }
    }
  }
  return builder ? builder->build({layer.identifier()}) : nullptr;
}

}  // namespace usdscope
