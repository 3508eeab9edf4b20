// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/HeatMap.h"

#include "engine/scene/OffsetPaint.h"
#include "engine/scene/PrimvarPaint.h"
#include "engine/scene/WeightPaint.h"

namespace usdscope {
namespace {

std::unique_ptr<ScenePaint> makePaint(const std::shared_ptr<const Stage>& stage,
                                      const HeatSubject& subject) {
  switch (subject.kind) {
    case HeatSubject::Kind::ShapeOffsets:
      return std::make_unique<OffsetPaint>(stage, subject.skeleton, subject.name);
    case HeatSubject::Kind::JointWeights:
      return std::make_unique<WeightPaint>(stage, subject.skeleton, subject.name);
    case HeatSubject::Kind::Supplier:
      return std::make_unique<SupplierPaint>(stage, subject.value, subject.name,
                                             subject.legendColors);
    case HeatSubject::Kind::Primvar:
      return std::make_unique<PrimvarPaint>(stage, subject.name);
    case HeatSubject::Kind::None:
      break;
  }
  return nullptr;
}

}  // namespace

std::shared_ptr<const HeatPicture> HeatMap::paint(const std::shared_ptr<const Stage>& stage,
                                                  const HeatSubject& subject,
                                                  const std::shared_ptr<const Scene>& scene) {
  if (subject.kind == HeatSubject::Kind::None) {
    *this = {};  // A closed stage must not stay in memory.
    return nullptr;
  }
  if (stage != stage_ || subject != subject_) {
    *this = {};
    stage_ = stage;
    subject_ = subject;
    paint_ = makePaint(stage, subject);
  }
  if (last_ && last_->scene == scene) return last_;
  HeatPicture picture{.scene = scene, .painted = paint_->painted(scene)};
  picture.title = paint_->title();
  picture.legend = paint_->legend();
  last_ = std::make_shared<const HeatPicture>(std::move(picture));
  return last_;
}

}  // namespace usdscope
