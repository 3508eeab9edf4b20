// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HeatMap.h"

#include "engine/scene/OffsetPaint.h"
#include "engine/scene/WeightPaint.h"

namespace usdscope {

HeatMap::Subject HeatMap::subjectOf(const Session& session) {
  const ViewSettings& view = session.view.value();
  const auto& stage = session.document.value().stage;
  const ChosenJoint& joint = session.joint.value();
  const ChosenShape& shape = session.shape.value();
  if (!stage || !session.scene.value()) return {};
  if (view.showWeights && joint) return {stage, joint.skeleton, joint.joint, false};
  if (view.showOffsets && shape) return {stage, shape.skeleton, shape.shape, true};
  return {};
}

std::shared_ptr<const Scene> HeatMap::shown(const Session& session) {
  const auto& scene = session.scene.value();
  if (Subject subject = subjectOf(session); subject != subject_) {
    subject_ = std::move(subject);
    paint_.reset();
    unpainted_.reset();
    painted_.reset();
  }
  if (!subject_.stage) return scene;
  if (!paint_ && subject_.isShape) {
    paint_ = std::make_unique<OffsetPaint>(subject_.stage, subject_.skeleton, subject_.name);
  } else if (!paint_) {
    paint_ = std::make_unique<WeightPaint>(subject_.stage, subject_.skeleton, subject_.name);
  }
  if (unpainted_ != scene) {
    painted_ = paint_->painted(scene);
    unpainted_ = scene;
  }
  return painted_;
}

}  // namespace usdscope
