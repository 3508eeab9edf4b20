// SPDX-License-Identifier: Apache-2.0
#include "app/session/edits/EditTargetChoice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/Session.h"
#include "engine/compose/LayerStack.h"
#include "engine/compose/PrimIndex.h"
#include "engine/report/rows/CompositionRows.h"

namespace usdscope {
namespace {

EditTargetResult refused(std::string problem) {
  return {.target = std::nullopt, .problem = std::move(problem)};
}

bool hasLayer(const LayerStack& stack, const std::string& layer) {
  return std::ranges::any_of(stack.entries(), [&](const LayerStackEntry& entry) {
    return entry.layer->identifier() == layer;
  });
}

// Returns the strongest node with this site and layer. The node of the stage itself is number 0.
std::optional<std::uint32_t> nodeOf(const Prim& prim, const std::string& site,
                                    const std::string& layer) {
  const auto nodes = prim.index().nodes();
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const bool isSite = site.empty() || nodes[i].path.text() == site;
    if (isSite && !nodes[i].isInert && hasLayer(*nodes[i].layerStack, layer)) return i;
  }
  return std::nullopt;
}

EditTargetResult nodeTarget(const Prim& prim, std::uint32_t node, const std::string& layer) {
  // The target of the stage's own node holds all prims.
  if (node == 0) return EditTarget::localLayer(prim.stage(), layer);
  return EditTarget::node(prim, node, layer);
}

EditTargetResult rowTarget(const Prim& prim, const InspectedRow& row) {
  if (row.node) return nodeTarget(prim, *row.node, row.layer);
  const Path site = Path::fromText(row.object);
  const std::string prims = site.isProperty() ? site.parent().text() : row.object;
  const auto node = nodeOf(prim, prims, row.layer);
  if (node) return nodeTarget(prim, *node, row.layer);
  const std::string name = row.layer.substr(row.layer.rfind('/') + 1);
  return refused(fmt::format("{} has no site in {} that can take edits of {}.",
                             prim.isPseudoRoot() ? "The stage" : prim.path().text(), name,
                             prim.isPseudoRoot() ? "it" : "the prim"));
}

}  // namespace

EditTargetChoice::EditTargetChoice(Session& session)
    : session_(session), choosing_(session.background()) {
  connect(&choosing_, &LatestTask::failed, this,
          [this](const char* reason) { session_.showNote(reason); });
  session_.document.observe(this, [this](const Document&) { check(); });
}

std::vector<LocalLayer> EditTargetChoice::localLayers() const {
  const auto& stage = session_.document.value().stage;
  std::vector<LocalLayer> layers;
  if (!stage) return layers;
  const auto& entries = stage->rootLayerStack()->entries();
  std::vector<std::size_t> depths(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool isTop = entries[i].parent == LayerStackEntry::kNoParent;
    depths[i] = isTop ? 0 : depths[entries[i].parent] + 1;
    const std::string& identifier = entries[i].layer->identifier();
    if (identifier != stage->sessionLayer()->identifier())
      layers.push_back({identifier, depths[i]});
  }
  return layers;
}

void EditTargetChoice::chooseSession() {
  choosing_.cancel();
  session_.editTarget.set({});
}

std::string EditTargetChoice::start(Choose choose) {
  const Document& open = session_.document.value();
  if (!open.isOpen()) return "Nothing is open.";
  choosing_.start([this, stage = open.stage, choose = std::move(choose)](const TaskRun&) {
    return [this, stage, result = choose(*stage)] {
      if (!result.target) return session_.showNote(result.problem);
      const bool isSession = *result.target == EditTarget::session(*stage);
      session_.editTarget.set({isSession ? std::nullopt : result.target});
      check();  // The stage may have changed in the meantime.
    };
  });
  return {};
}

std::string EditTargetChoice::startForPrim(
    std::function<EditTargetResult(const Prim& prim)> choose) {
  const Path path = session_.selection.value().leading();
  if (path.isEmpty()) return "No prim is selected.";
  return start([path, choose = std::move(choose)](const Stage& stage) {
    const Prim prim = stage.primAt(path);
    return prim ? choose(prim) : refused("There is no prim " + path.text() + ".");
  });
}

std::string EditTargetChoice::chooseLayer(const std::string& layer) {
  if (layer == "session") {
    chooseSession();
    return {};
  }
  std::string problem;
  const std::string identifier = session_.editor().findLayer(layer, problem);
  if (identifier.empty()) return problem;
  return start(
      [identifier](const Stage& stage) { return EditTarget::localLayer(stage, identifier); });
}

std::string EditTargetChoice::chooseVariant(const std::string& set) {
  return startForPrim([set, present = session_.editTarget.value()](const Prim& prim) {
    EditTarget local = EditTarget::session(prim.stage());
    if (present.target) {
      const EditTargetResult same = EditTarget::localLayer(prim.stage(), present.target->layer());
      if (same.target) local = *same.target;
    }
    return EditTarget::nestedVariant(prim, set, local);
  });
}

std::string EditTargetChoice::chooseNode(std::size_t row) {
  return startForPrim([row](const Prim& prim) {
    const std::vector<CompositionRow> rows = compositionRows(prim);
    if (row == 0 || row > rows.size()) {
      return refused(fmt::format("{} has {} rows in Composition; expected 1 to {}.",
                                 prim.path().text(), rows.size(), rows.size()));
    }
    const CompositionRow& chosen = rows[row - 1];
    if (!chosen.node) {
      const bool isSentence = chosen.why.ends_with('.');
      return refused("Composition did not follow this arc: " + chosen.why +
                     (isSentence ? "" : "."));
    }
    return nodeTarget(prim, *chosen.node, chosen.identifier);
  });
}

std::string EditTargetChoice::chooseRow(const InspectedRow& row) {
  if (row.layer.empty()) return "This row has no layer.";
  const Document& open = session_.document.value();
  const Path leading = session_.selection.value().leading();
  const bool isLocal = open.isOpen() && hasLayer(*open.stage->rootLayerStack(), row.layer);
  if (leading.isEmpty() || (row.object.empty() && isLocal)) {
    return start([row](const Stage& stage) { return EditTarget::localLayer(stage, row.layer); });
  }
  return startForPrim([row](const Prim& prim) { return rowTarget(prim, row); });
}

void EditTargetChoice::check() {
  const EditTargetState& state = session_.editTarget.value();
  if (state.isSession()) return;
  const Document& open = session_.document.value();
  const std::string& layer = state.target->layer();
  const auto isIt = [&](const auto& used) { return used->identifier() == layer; };
  if (open.isOpen() && std::ranges::any_of(open.stage->usedLayers(), isIt)) return;
  const std::string name = layer.substr(layer.rfind('/') + 1);
  session_.editTarget.set({});
  if (open.isOpen()) {
    session_.showNote("The scene does not use " + name +
                      " any more; edits go to the session layer again.");
  }
}

}  // namespace usdscope
