// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/SubtreeCounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/viewport/Hud.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostTypes = 4;

// Returns the paths without those below others, so that nothing is counted twice.
std::vector<Path> outermost(const std::vector<Path>& paths) {
  std::vector<Path> roots;
  for (const Path path : paths) {
    const bool isBelow = std::ranges::any_of(
        paths, [&](Path other) { return other != path && path.hasPrefix(other); });
    if (!isBelow) roots.push_back(path);
  }
  return roots;
}

void add(StatisticsRow& sum, const StatisticsRow& row) {
  sum.prims += row.prims;
  sum.instanced += row.instanced;
  sum.meshes += row.meshes;
  sum.points += row.points;
  sum.faces += row.faces;
  sum.pointInstances += row.pointInstances;
}

// Adds the total and the rows by type and purpose.
void add(SceneStatistics& sum, const SceneStatistics& part) {
  add(sum.total, part.total);
  for (const auto group : {StatisticsGroup::Type, StatisticsGroup::Purpose}) {
    auto& rows = sum.groups[std::size_t(group)];
    for (const StatisticsRow& row : part.rows(group)) {
      const auto found = std::ranges::find(rows, row.name, &StatisticsRow::name);
      if (found != rows.end()) {
        add(*found, row);
      } else {
        rows.push_back(row);
      }
    }
  }
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string subtreeText(const std::string& title, const SceneStatistics& statistics,
                        const std::vector<std::string>& purposes) {
  StatisticsRow shown;
  for (const StatisticsRow& row : statistics.rows(StatisticsGroup::Purpose)) {
    if (std::ranges::find(purposes, row.name) != purposes.end()) add(shown, row);
  }
  std::vector<std::pair<std::string, std::uint64_t>> rows = {{"Prims", statistics.total.all()},
                                                             {"Meshes", shown.meshes},
                                                             {"Faces", shown.faces},
                                                             {"Points", shown.points},
                                                             {"Instances", shown.pointInstances}};
  std::erase_if(rows, [&](const auto& row) { return row.second == 0 && row.first != "Prims"; });
  std::vector<StatisticsRow> types = statistics.rows(StatisticsGroup::Type);
  std::ranges::stable_sort(types, std::ranges::greater{}, &StatisticsRow::all);
  std::size_t listed = 0;
  for (const StatisticsRow& type : types) {
    // Meshes have a line already.
    if (type.name.empty() || type.name == "Mesh" || listed == kMostTypes) continue;
    rows.emplace_back(nameInPicture(type.name), type.all());
    ++listed;
  }
  std::size_t names = 0;
  std::size_t numbers = 0;
  for (const auto& [name, number] : rows) {
    names = std::max(names, name.size());
    numbers = std::max(numbers, grouped(number).size());
  }
  std::string text = nameInPicture(title);
  for (const auto& [name, number] : rows) {
    text += fmt::format("\n{:<{}}  {:>{}}", name, names, grouped(number), numbers);
  }
  return text;
}

SubtreeCounts::SubtreeCounts(Session& session) : session_(session), task_(session.background()) {
  session_.document.observe(this, [this](const Document&) { count(); });
  session_.selection.observe(this, [this](const Selection&) { count(); });
  session_.view.observe(this, [this](const ViewSettings&) { count(); });
}

void SubtreeCounts::count() {
  const ViewSettings& view = session_.view.value();
  const auto& stage = session_.document.value().stage;
  if (!stage || !view.showHud || !view.display.hudSubtree) {
    task_.cancel();
    counted_.reset();
    return show({});
  }
  const std::vector<Path>& selected = session_.selection.value().prims;
  Subject subject{stage, outermost(selected), view.showRender, view.showProxy, view.showGuides};
  if (counted_ == subject) return;
  // Numbers of the same prims before an edit stay until the new ones come.
  const bool isOther = !counted_ || counted_->roots != subject.roots;
  counted_ = subject;
  std::string title = "Whole scene";
  if (subject.roots.size() == 1) title = std::string(subject.roots.front().name().text());
  if (subject.roots.size() > 1) title = fmt::format("{} prims selected", grouped(selected.size()));
  std::vector<std::string> purposes = {"default"};
  if (subject.showRender) purposes.emplace_back("render");
  if (subject.showProxy) purposes.emplace_back("proxy");
  if (subject.showGuides) purposes.emplace_back("guide");
  if (isOther) show(nameInPicture(title) + "\ncounting...");
  task_.start([this, subject = std::move(subject), title = std::move(title),
               purposes = std::move(purposes)](const TaskRun& run) -> LatestTask::Show {
    SceneStatistics sum;
    std::vector<Prim> roots;
    for (const Path path : subject.roots) {
      if (const Prim prim = subject.stage->primAt(path)) roots.push_back(prim);
    }
    if (subject.roots.empty()) roots.push_back(subject.stage->pseudoRoot());
    for (const Prim& root : roots) {
      const auto part = sceneStatistics(root, {}, run.stop);
      if (!part) return {};
      add(sum, *part);
    }
    return [this, text = subtreeText(title, sum, purposes)] { show(text); };
  });
}

void SubtreeCounts::show(std::string text) {
  if (text_ == text) return;
  text_ = std::move(text);
  Q_EMIT changed();
}

}  // namespace usdscope
