// SPDX-License-Identifier: Apache-2.0
#include "engine/author/StitchLayers.h"

#include <algorithm>
#include <vector>

#include "engine/author/detail/CombineFields.h"
#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

Value unionOf(const TimeSamples& strong, const TimeSamples& weak) {
  std::vector<double> times;
  std::vector<Value> values;
  std::size_t s = 0;
  for (std::size_t w = 0; s < strong.size() || w < weak.size();) {
    const bool takesStrong =
        w == weak.size() || (s < strong.size() && strong.times()[s] <= weak.times()[w]);
    if (takesStrong && w < weak.size() && strong.times()[s] == weak.times()[w]) ++w;
    times.push_back(takesStrong ? strong.times()[s] : weak.times()[w]);
    values.push_back(takesStrong ? strong.value(s++) : weak.value(w++));
  }
  return Value(TimeSamples(Array<double>(std::move(times)), Array<Value>(std::move(values))));
}

Value combined(Token field, const Value& strong, const Value& weak) {
  if (field == fields::kStartTimeCode) {
    return Value(std::min(strong.valueOr(0.0), weak.valueOr(0.0)));
  }
  if (field == fields::kEndTimeCode) {
    return Value(std::max(strong.valueOr(0.0), weak.valueOr(0.0)));
  }
  // Only flattening a layer stack combines relocates, as in the reference.
  if (field == fields::kLayerRelocates) return strong;
  if (const auto* over = strong.find<TimeSamples>()) {
    const auto* under = weak.find<TimeSamples>();
    return under ? unionOf(*over, *under) : strong;
  }
  return combinedFields(field, strong, weak);
}

/// Adds layers to the result, strongest first.
class Stitching {
 public:
  explicit Stitching(const StitchOptions& options) : options_(options) {}

  void add(const Layer& layer) {
    struct Open {
      PrimSpec from;
      LayerBuilder::PrimId to;
    };
    std::vector<Open> open = {{layer.pseudoRoot(), LayerBuilder::kRoot}};
    while (!open.empty()) {
      const auto [from, to] = open.back();
      open.pop_back();
      const bool keepsSublayers = builder_.primField(LayerBuilder::kRoot, fields::kSubLayers);
      for (const Token field : from.fieldNames()) {
        // The offsets of a weaker layer do not belong to the sublayers that the result already has.
        if (field == fields::kSubLayerOffsets && keepsSublayers) continue;
        const Value* strong = builder_.primField(to, field);
        Value value = from.field(field);
        builder_.setPrimField(to, field,
                              strong ? combined(field, *strong, value) : std::move(value));
      }
      addProperties(from, to);
      for (std::size_t i = from.childCount(); i-- > 0;) open.push_back({from.child(i), 0});
      for (std::size_t i = 0; i < from.childCount(); ++i) {
        const PrimSpec child = from.child(i);
        open[open.size() - 1 - i].to = builder_.addPrim(to, child.name());
      }
      for (std::size_t i = 0; i < from.variantCount(); ++i) {
        const PrimSpec variant = from.variant(i);
        const Path path = variant.path();
        open.push_back({variant, builder_.addVariant(to, path.name(), path.variantSelection())});
      }
    }
  }

  std::shared_ptr<const Layer> take() {
    return builder_.build({.identifier = "anon:stitched.usda"});
  }

 private:
  void addProperties(const PrimSpec& from, LayerBuilder::PrimId to) {
    for (std::size_t i = 0; i < from.propertyCount(); ++i) {
      const PropertySpec spec = from.property(i);
      const auto known = builder_.findProperty(to, spec.name());
      // If an attribute and a relationship share a name, the stronger one stays unchanged.
      if (known != LayerBuilder::kNone && builder_.propertyKind(known) != spec.kind()) continue;
      const auto property = builder_.addProperty(to, spec.name(), spec.kind());
      for (const Token field : spec.fieldNames()) {
        const bool isAnimation = field == fields::kTimeSamples || field == fields::kSpline;
        if (isAnimation && !options_.hasSamples) continue;
        const Value* strong = builder_.propertyField(property, field);
        Value value = spec.field(field);
        builder_.setPropertyField(property, field,
                                  strong ? combined(field, *strong, value) : std::move(value));
      }
    }
  }

  const StitchOptions& options_;
  LayerBuilder builder_;
};

}  // namespace

std::shared_ptr<const Layer> stitchLayers(std::span<const std::shared_ptr<const Layer>> layers,
                                          const StitchOptions& options) {
  if (layers.empty()) return nullptr;
  Stitching stitching(options);
  for (const auto& layer : layers) stitching.add(*layer);
  return stitching.take();
}

}  // namespace usdscope
