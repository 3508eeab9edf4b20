// SPDX-License-Identifier: Apache-2.0
#include "app/session/HeatMap.h"

#include "engine/scene/OffsetPaint.h"
#include "engine/scene/WeightPaint.h"

namespace usdscope {

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
    if (subject.kind == HeatSubject::Kind::ShapeOffsets) {
      paint_ = std::make_unique<OffsetPaint>(stage, subject.skeleton, subject.name);
    } else {
      paint_ = std::make_unique<WeightPaint>(stage, subject.skeleton, subject.name);
    }
  }
  if (last_ && last_->scene == scene) return last_;
  HeatPicture picture{.scene = scene, .painted = paint_->painted(scene)};
  picture.title = paint_->title();
  picture.legend = paint_->legend();
  last_ = std::make_shared<const HeatPicture>(std::move(picture));
  return last_;
}

}  // namespace usdscope
