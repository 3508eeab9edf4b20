// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/FirstBoxes.h"

#include <cmath>
#include <span>
#include <utility>

#include "app/viewport/BoxGuides.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Extent.h"
#include "engine/schema/Imageable.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostBoxes = 5000;
constexpr glm::vec3 kColor(0.47f, 0.50f, 0.54f);  // Display values.

// The box around the default, render and proxy geometry: the first three pairs of the hint.
Box boxOfHint(const Prim& prim, TimeCode time) {
  const auto corners = readValue<Array<glm::vec3>>(prim, geom::kExtentsHint, time);
  Box box;
  if (!corners) return box;
  const std::span<const glm::vec3> all = corners->span();
  for (std::size_t i = 0; i + 1 < all.size() && i < 6; i += 2) {
    const Box each{glm::dvec3(all[i]), glm::dvec3(all[i + 1])};
    if (!each.isEmpty()) box.add(each);
  }
  return box;
}

bool hasFiniteCorners(const Box& box) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!std::isfinite(box.min[axis]) || !std::isfinite(box.max[axis])) return false;
  }
  return true;
}

}  // namespace

StageBoxes collectBoxes(const Stage& stage, TimeCode time, std::size_t most,
                        const std::stop_token& stop) {
  StageBoxes found;
  found.isZUp = stage.upAxis() == geom::kZ;
  BoundsCache transforms(time);
  std::vector<GuideLine> lines;
  std::size_t count = 0;
  const auto add = [&](const Prim& prim, const Box& box) {
    const glm::dmat4 worldFromLocal = transforms.worldFromLocal(prim);
    const Box inWorld = transformed(worldFromLocal, box);
    if (box.isEmpty() || !hasFiniteCorners(inWorld)) return false;
    addBox(cornersOf(box, worldFromLocal), kColor, lines);
    found.bounds.add(inWorld);
    ++count;
    return true;
  };
  traverse(stage.pseudoRoot(), PrimFilter::drawn(), [&](const Prim& prim) {
    if (stop.stop_requested() || count >= most) return false;
    if (!prim.isPseudoRoot() && prim.isA(types::kTyped) &&
        (!isImageable(prim) || isInvisibleHere(prim, time))) {
      return false;
    }
    if (authoredPurpose(prim) == geom::kGuidePurpose) return false;
    if (prim.isComponent() && add(prim, boxOfHint(prim, time))) return false;
    if (!prim.isA(types::kBoundable)) return true;
    const auto extent = authoredExtent(prim, time);
    return !(extent && add(prim, *extent));
  });
  if (!lines.empty()) {
    found.lines = std::make_shared<const std::vector<GuideLine>>(std::move(lines));
  }
  return found;
}

FirstBoxes::FirstBoxes(Session& session, int momentMs)
    : session_(session), task_(session.background()) {
  moment_.setSingleShot(true);
  moment_.setInterval(momentMs);
  connect(&moment_, &QTimer::timeout, this, &FirstBoxes::collect);
  session_.document.observe(this, [this](const Document&) { follow(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { follow(); });
}

void FirstBoxes::follow() {
  moment_.stop();
  task_.cancel();
  show({});
  if (session_.document.value().isOpen() && !session_.scene.value()) moment_.start();
}

void FirstBoxes::collect() {
  const Document& open = session_.document.value();
  task_.start(
      [this, stage = open.stage, time = open.firstTime](const TaskRun& run) -> LatestTask::Show {
        StageBoxes found = collectBoxes(*stage, time, kMostBoxes, run.stop);
        if (run.stop.stop_requested() || !found.lines) return {};
        return [this, found = std::move(found)]() mutable { show(std::move(found)); };
      });
}

void FirstBoxes::show(StageBoxes boxes) {
  const bool isSame = boxes.lines == boxes_.lines;
  boxes_ = std::move(boxes);
  if (!isSame) Q_EMIT changed();
}

}  // namespace usdscope
