// SPDX-License-Identifier: Apache-2.0
#include "app/actions/LayerActions.h"

#include "app/actions/ActionParts.h"
#include "app/session/edits/SpecText.h"

namespace usdscope {
namespace {

bool hasOpenLayer(const ActionContext& c) {
  return hasDocument(c) && !c.session.row.value().layer.empty();
}
bool isRowMuted(const ActionContext& c) {
  return hasOpenLayer(c) &&
         c.session.edits.value().state().allMuted().contains(c.session.row.value().layer);
}
// The root layer cannot be muted.
bool mayMuteRow(const ActionContext& c) {
  return hasOpenLayer(c) && !isRowMuted(c) &&
         c.session.row.value().layer != c.session.document.value().stage->rootLayer()->identifier();
}
bool hasOpenLayerFile(const ActionContext& c) {
  return hasDocument(c) && c.session.row.value().hasFile();
}
bool hasSpec(const ActionContext& c) {
  return hasOpenLayer(c) && !c.session.row.value().object.empty();
}

// The argument, or the layer of the row that was clicked last.
std::string layerOf(const ActionContext& c, const Arguments& arguments) {
  return arguments.empty() ? c.session.row.value().layer : arguments[0];
}

template <auto Command, auto... More>
ActionProblem onLayer(const ActionContext& c, const Arguments& arguments) {
  const std::string layer = layerOf(c, arguments);
  if (layer.empty() || arguments.size() > 1) return "Expected a layer.";
  return (c.session.editor().*Command)(layer, More...);
}

// For a row, scrolls to the spec of the row.
ActionProblem showLayerText(const ActionContext& c, const Arguments& arguments) {
  const std::string layer = layerOf(c, arguments);
  if (layer.empty() || arguments.size() > 1) return "Expected a layer.";
  return c.session.showLayerText(layer, arguments.empty() ? kLineOfRow : 0);
}

ActionProblem openInEditor(const ActionContext& c, const Arguments& arguments) {
  std::string layer = layerOf(c, arguments);
  if (layer.empty() || arguments.size() > 1) return "Expected a layer.";
  if (!arguments.empty()) {
    std::string problem;
    layer = c.session.editor().findLayer(layer, problem);
    if (layer.empty()) return problem;
  }
  return c.window.openInEditor(layer);
}

ActionProblem copyRowText(const ActionContext& c, const Arguments&) {
  const InspectedRow& row = c.session.row.value();
  const Path spec = Path::fromText(row.object);
  if (row.layer.empty() || spec.isEmpty()) return "Click a row with a layer and a path first.";
  c.session.copy([stage = c.session.document.value().stage, layer = row.layer, spec] {
    SpecText made = specText(*stage, layer, spec);
    return CopyResult{std::move(made.text), std::move(made.problem)};
  });
  return {};
}

using E = StageEditor;

constexpr ActionRow kLayerRows[] = {
    {"mute", "Context", "Mute Layer", "", "LAYER", mayMuteRow, nullptr,
     onLayer<&E::setMuted, true>},
    {"unmute", "Context", "Unmute Layer", "", "LAYER", isRowMuted, nullptr,
     onLayer<&E::setMuted, false>},
    {"solo", "Context", "Solo Layer", "", "LAYER", mayMuteRow, nullptr, onLayer<&E::solo>},
    {"reloadLayer", "Context", "Reload This Layer", "", "LAYER", hasOpenLayerFile, nullptr,
     onLayer<&E::reloadLayer>},
    {"layerText", "Context", "Show Text of Layer", "", "LAYER", hasOpenLayer, nullptr,
     showLayerText},
    {"openInEditor", "Context", "Open Layer in Editor", "", "LAYER", hasOpenLayerFile, nullptr,
     openInEditor},
    {"copyRowText", "Context", "Copy Spec as USDA", "", "", hasSpec, nullptr, copyRowText},
};

}  // namespace

std::span<const ActionRow> layerActionRows() { return kLayerRows; }

}  // namespace usdscope
