// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Rollover.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

namespace usdscope {
namespace {

// The drawn copy of a point instancer that was hit; empty for other prims. If several instancers
// draw the prim, the hit does not say which of them it belongs to.
std::optional<DrawnInstance> drawnInstance(const Scene& scene, const PickResult& hit) {
  if (hit.instance < 0) return std::nullopt;
  const DrawnInstance unknown{};
  const auto item = std::ranges::find(scene.items, hit.path, &Item::path);
  if (item == scene.items.end()) return unknown;
  const auto other = std::ranges::find(std::next(item), scene.items.end(), hit.path, &Item::path);
  if (other != scene.items.end()) return unknown;
  return DrawnInstance{std::size_t(hit.instance), item->instances.size()};
}

}  // namespace

Rollover::Rollover(Session& session) : session_(session), task_(session.background()) {}

void Rollover::showFor(const PickResult& hit) {
  const auto& stage = session_.document.value().stage;
  const auto& scene = session_.scene.value();
  if (!stage || !scene) return forget();
  task_.start([this, stage, scene, hit](const TaskRun&) -> LatestTask::Show {
    const Prim prim = stage->primAt(hit.path);
    if (!prim) return [this] { show(std::nullopt); };
    if (!bindings_.found || bindings_.stage.lock() != stage) {
      bindings_ = {stage, std::make_unique<MaterialBindings>()};
    }
    PrimFacts facts = primFacts(prim, scene->time, *bindings_.found, drawnInstance(*scene, hit));
    return [this, facts = std::move(facts)] { show(facts); };
  });
}

void Rollover::forget() {
  task_.cancel();
  show(std::nullopt);
}

void Rollover::show(std::optional<PrimFacts> facts) {
  if (facts == facts_) return;
  facts_ = std::move(facts);
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
