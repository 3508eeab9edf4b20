// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/ViewportMarks.h"

#include <algorithm>
#include <cmath>

#include "app/session/Inspection.h"
#include "engine/report/rows/ElementPoints.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostNumbers = 24;  // Points with their number beside them.
constexpr float kNumberOffset = 5.0f;

// Returns points from the top left; empty outside of the picture.
std::optional<glm::vec2> placeOf(const glm::dvec3& world, const CameraFrustum& frustum,
                                 const HudState& hud) {
  const auto clip = frustum.clipFromWorld(world);
  if (!clip || !(std::abs(clip->x) <= 1.0) || !(std::abs(clip->y) <= 1.0)) return std::nullopt;
  return glm::vec2(float((clip->x + 1.0) * 0.5) * hud.width,
                   float((1.0 - clip->y) * 0.5) * hud.height);
}

const Item* findItem(const Scene& scene, Path path) {
  const auto found = std::ranges::find(scene.items, path, &Item::path);
  return found == scene.items.end() ? nullptr : &*found;
}

}  // namespace

ViewportMarks::ViewportMarks(Session& session)
    : session_(session),
      points_(std::make_shared<const std::vector<DrawnPoint>>()),
      itemTask_(session.background()),
      pointTask_(session.background()),
      clickTask_(session.background()) {
  session_.layerMarks.observe(this,
                              [this](const std::shared_ptr<const LayerMarks>&) { findItems(); });
  session_.inspection().marked.observe(this, [this](const MarkedElements&) { findPoints(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) {
    findItems();
    findPoints();
  });
}

void ViewportMarks::findItems() {
  const auto& marks = session_.layerMarks.value();
  const auto& scene = session_.scene.value();
  if (!marks || !scene) {
    itemTask_.cancel();
    itemsOf_ = nullptr;
    if (std::exchange(items_, nullptr)) Q_EMIT changed();
    return;
  }
  // The items of a stage are the same at all times, as far as there are equally many.
  if (marks == itemsOf_ && scene->items.size() == itemCount_) return;
  itemsOf_ = marks;
  itemCount_ = scene->items.size();
  itemTask_.start([this, marks, scene](const TaskRun& run) -> LatestTask::Show {
    auto items =
        std::make_shared<const std::unordered_set<Path>>(markedItems(*marks, *scene, run.stop));
    return [this, items] {
      items_ = items;
      Q_EMIT changed();
    };
  });
}

void ViewportMarks::findPoints() {
  const MarkedElements& marked = session_.inspection().marked.value();
  const auto& scene = session_.scene.value();
  const auto& stage = session_.document.value().stage;
  if (!scene || !stage || marked.elements.empty()) {
    pointTask_.cancel();
    const bool wasEmpty = points_->empty();
    points_ = std::make_shared<const std::vector<DrawnPoint>>();
    if (!wasEmpty) Q_EMIT changed();
    return;
  }
  pointTask_.start(
      [this, stage, scene, marked](const TaskRun&) -> LatestTask::Show {
        std::vector<DrawnPoint> points;
        const Prim prim = stage->primAt(marked.attribute.primPath());
        const Attribute attribute = prim ? prim.attribute(marked.attribute.name()) : Attribute();
        if (attribute) {
          const ElementPoints relation(attribute, scene->time);
          const Item* item = relation ? findItem(*scene, relation.prim()) : nullptr;
          if (item) points = drawnPoints(*scene, *item, relation.pointsOf(marked.elements));
        }
        return [this, found = std::make_shared<const std::vector<DrawnPoint>>(std::move(points))] {
          points_ = found;
          Q_EMIT changed();
        };
      },
      LatestTask::Previous::Finish);
}

void ViewportMarks::click(const PickResult& hit) {
  const auto& scene = session_.scene.value();
  if (!scene) return;
  if (hit.point) {
    clickTask_.cancel();
    return session_.inspection().clickPoint(hit.path, *hit.point);
  }
  clickTask_.start([this, scene, hit](const TaskRun&) -> LatestTask::Show {
    const Item* item = findItem(*scene, hit.path);
    if (!item || !item->geometry) return {};
    const auto vertex = nearest_.find(scene, *item, hit.instance, hit.worldPosition);
    if (!vertex || *vertex >= item->geometry->vertexPoints.size()) return {};
    return [this, prim = hit.path, point = item->geometry->vertexPoints[*vertex]] {
      session_.inspection().clickPoint(prim, point);
    };
  });
}

void addMarkedPoints(const std::vector<DrawnPoint>& points, const CameraFrustum& frustum,
                     HudState& hud) {
  for (const DrawnPoint& point : points) {
    const auto at = placeOf(point.world, frustum, hud);
    if (!at) continue;
    hud.dots.push_back({*at, HudColor::Chosen});
    if (points.size() > kMostNumbers) continue;
    hud.labels.push_back({*at + glm::vec2(kNumberOffset, -kNumberOffset),
                          std::to_string(point.point), HudColor::Chosen});
  }
}

}  // namespace usdscope
