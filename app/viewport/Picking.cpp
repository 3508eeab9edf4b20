// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Picking.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/Session.h"
#include "app/viewport/PictureDrawing.h"

namespace usdscope {
namespace {

// One object of an item may hide thousands of its others.
constexpr std::size_t kMostObjects = 200'000;

PickedObject objectOf(const Stage& stage, PickMode mode, const PickResult& hit) {
  PickedObject object{hit, pickedPrim(stage, mode, hit), {}};
  const Prim prim = stage.primAt(object.picked.prim);
  if (prim) object.type = prim.typeName().string();
  return object;
}

// A prim without geometry that is drawn over the scene.
PickResult hitOf(Path guide) {
  PickResult hit;
  hit.path = guide;
  return hit;
}

struct Area {
  std::vector<PickedPrim> prims;
  bool isComplete = true;
};

std::string incompleteText(std::size_t count) {
  return fmt::format("The rectangle shows more than {} prims; these are selected.", count);
}

}  // namespace

void Picking::find(const QPoint& pixel, std::function<void(const std::optional<PickedObject>&)> use,
                   const std::optional<Path>& guide) {
  drawing_.ask(
      [pixel, guide, use = std::move(use), stage = session_.document.value().stage,
       mode = session_.view.value().picking.mode](
          PictureMaker& maker, ViewId view, const std::stop_token& stop) -> PictureDrawing::Answer {
        const std::optional<PickResult> hit =
            guide ? hitOf(*guide) : maker.pick(view, pixel.x(), pixel.y(), stop);
        std::optional<PickedObject> found;
        if (hit && stage) found = objectOf(*stage, mode, *hit);
        return [use, found] { use(found); };
      });
}

void Picking::list(const QPoint& pixel, std::function<void(const std::vector<PickedObject>&)> use,
                   const std::optional<Path>& guide) {
  drawing_.ask([pixel, guide, use = std::move(use), stage = session_.document.value().stage,
                mode = session_.view.value().picking.mode](
                   PictureMaker& maker, ViewId view,
                   const std::stop_token& stop) -> PictureDrawing::Answer {
    std::vector<PickedObject> found;
    if (stage) {
      if (guide) found.push_back(objectOf(*stage, mode, hitOf(*guide)));
      for (const PickResult& hit :
           maker.pickAll(view, pixel.x(), pixel.y(), Renderer::kMostPicked, unitOf(mode), stop)) {
        PickedObject object = objectOf(*stage, mode, hit);
        const bool isNew =
            std::ranges::find(found, object.picked, &PickedObject::picked) == found.end();
        if (isNew && found.size() < kMostListed) found.push_back(std::move(object));
      }
    }
    return [use, found] { use(found); };
  });
}

void Picking::select(const QRect& pixels, SelectionChange change, const std::vector<Path>& guides) {
  const PickArea area{pixels.x(), pixels.y(), pixels.width(), pixels.height()};
  drawing_.ask(
      [this, area, change, guides, stage = session_.document.value().stage,
       mode = session_.view.value().picking.mode](
          PictureMaker& maker, ViewId view, const std::stop_token& stop) -> PictureDrawing::Answer {
        if (!stage) return [] {};
        PickedArea seen = maker.pickArea(view, area, kMostObjects, unitOf(mode), stop);
        for (const Path guide : guides) seen.objects.push_back(hitOf(guide));
        Area found{pickedPrims(*stage, mode, seen.objects), seen.isComplete};
        if (found.prims.size() > kMostSelected) {
          found.prims.resize(kMostSelected);
          found.isComplete = false;
        }
        return [this, found = std::move(found), change] {
          const std::size_t count = found.prims.size();
          session_.selectPicked(found.prims, change,
                                found.isComplete ? std::string() : incompleteText(count));
        };
      });
}

}  // namespace usdscope
