// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Rollover.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include "engine/scene/PrimvarPaint.h"

namespace usdscope {
namespace {

// The drawn copy of a point instancer that was hit; empty for other prims.
std::optional<DrawnInstance> drawnInstance(const PickResult& hit) {
  if (hit.instance < 0) return std::nullopt;
  DrawnInstance drawn;
  drawn.index = std::size_t(hit.instance);
  drawn.instancer = hit.innermost;
  if (!hit.innermost.isEmpty()) drawn.id = hit.id.inner;
  return drawn;
}

// Adds the number of the selected primvar at the point that was hit.
void addPrimvar(const Stage& stage, Token property, const std::shared_ptr<const Scene>& scene,
                const PickResult& hit, PrimFacts& facts) {
  if (!property.string().starts_with("primvars:")) return;
  const auto item = std::ranges::find(scene->items, hit.path, &Item::path);
  if (item == scene->items.end()) return;
  const auto number =
      primvarNumberAt(stage, property, scene, *item, hit.instance, hit.worldPosition);
  if (!number) return;
  facts.groups.push_back({property.string(), {{"at the pointer", fmt::format("{:.6g}", *number)}}});
}

}  // namespace

Rollover::Rollover(Session& session) : session_(session), task_(session.background()) {}

void Rollover::showFor(const PickResult& hit) {
  const auto& stage = session_.document.value().stage;
  const auto& scene = session_.scene.value();
  if (!stage || !scene) return forget();
  const Selection& selection = session_.selection.value();
  const Token property = selection.prims.empty() ? Token() : selection.property;
  task_.start([this, stage, scene, hit, property](const TaskRun&) -> LatestTask::Show {
    const Prim prim = stage->primAt(hit.path);
    if (!prim) return [this] { show(std::nullopt, std::nullopt); };
    if (!bindings_.found || bindings_.stage.lock() != stage) {
      bindings_ = {stage, std::make_unique<MaterialBindings>(), std::make_unique<PoseSources>()};
    }
    PrimFacts facts = primFacts(prim, scene->time, *bindings_.found, *bindings_.poses,
                                drawnInstance(hit), property);
    if (hit.point) facts.groups.push_back({"", {{"point", std::to_string(*hit.point)}}});
    if (!hit.joint.isEmpty()) {
      facts.groups.push_back(
          {"", {{"joint", hit.joint.string()}, {"skeleton", hit.skeleton.text()}}});
    }
    addPrimvar(*stage, property, scene, hit, facts);
    const PickedPrim pointed = pickedPrim(*stage, PickMode::Prototypes, hit);
    return [this, facts = std::move(facts), pointed] { show(facts, pointed); };
  });
}

void Rollover::forget() {
  task_.cancel();
  show(std::nullopt, std::nullopt);
}

void Rollover::show(std::optional<PrimFacts> facts, std::optional<PickedPrim> pointed) {
  if (facts == facts_ && pointed == pointed_) return;
  facts_ = std::move(facts);
  pointed_ = std::move(pointed);
  Q_EMIT changed();
}

void Rollover::addTo(HudState& hud) const {
  if (!facts_) return;
  hud.box = {hud.atPointer.at, rowsOfFacts(*facts_)};
  if (hud.atPointer.text.empty()) return;
  hud.box.rows.push_back({HudRow::Kind::Title, "", "Influences"});
  std::istringstream lines(std::exchange(hud.atPointer.text, {}));
  for (std::string line; std::getline(lines, line);) {
    hud.box.rows.push_back({HudRow::Kind::Text, "", line});
  }
}

std::vector<HudRow> rowsOfFacts(const PrimFacts& facts) {
  std::vector<HudRow> rows = {{HudRow::Kind::Title, "", facts.prim.text()}};
  for (const PrimFactGroup& group : facts.groups) {
    if (!group.title.empty()) rows.push_back({HudRow::Kind::Title, "", group.title});
    for (const PrimFact& fact : group.facts) {
      rows.push_back({HudRow::Kind::Fact, fact.name, fact.value});
    }
  }
  return rows;
}

}  // namespace usdscope
