// SPDX-License-Identifier: Apache-2.0
#include "engine/author/Overrides.h"

#include <string>
#include <vector>

#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

// Removes overs that have neither fields nor contents, also those that become empty by this.
void removeBlankOvers(const Layer& layer, LayerBuilder& builder) {
  for (std::size_t row = layer.primRowCount(); row-- > 1;) {
    const Path path = PrimSpec(&layer, static_cast<std::uint32_t>(row)).path();
    if (!path.isPrim()) continue;
    const LayerBuilder::PrimId prim = builder.findPrim(path);
    if (prim != LayerBuilder::kNone && builder.isBlankOver(prim)) builder.removePrim(prim);
  }
}

}  // namespace

std::shared_ptr<const Layer> overridesLayer(const Stage& stage,
                                            std::optional<std::pair<double, double>> timeRange) {
  return overridesLayer(stage, *stage.sessionLayer(), timeRange);
}

std::shared_ptr<const Layer> overridesLayer(const Stage& stage, const Layer& session,
                                            std::optional<std::pair<double, double>> timeRange) {
  const PrimSpec root = stage.rootLayer()->pseudoRoot();
  LayerBuilder builder(session);
  removeBlankOvers(session, builder);
  const auto set = [&](Token field, Value value) {
    builder.setPrimField(LayerBuilder::kRoot, field, std::move(value));
  };
  for (const Token field : root.fieldNames()) {
    if (field == fields::kSubLayers || field == fields::kSubLayerOffsets) continue;
    set(field, root.field(field));
  }
  if (timeRange) {
    set(fields::kStartTimeCode, Value(timeRange->first));
    set(fields::kEndTimeCode, Value(timeRange->second));
  }
  const PrimSpec own = session.pseudoRoot();
  auto layers = own.field(fields::kSubLayers).valueOr(std::vector<std::string>());
  auto offsets = own.field(fields::kSubLayerOffsets).valueOr(std::vector<LayerOffset>());
  layers.push_back(stage.rootLayer()->identifier());
  offsets.resize(layers.size());
  set(fields::kSubLayers, Value(std::move(layers)));
  set(fields::kSubLayerOffsets, Value(std::move(offsets)));
  return builder.build({session.identifier()});
}

}  // namespace usdscope
