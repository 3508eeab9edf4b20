// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/RigChoice.h"

#include "app/session/Session.h"
#include "engine/report/skel/RigShapes.h"
#include "engine/report/skel/SkelRig.h"

namespace usdscope {
namespace {

bool hasJoint(const SkelRig& rig, const ChosenJoint& joint) {
  return rig && rig.path() == joint.skeleton && rig.indexOf(joint.joint) >= 0;
}

bool hasShape(const SkelRig& rig, const ChosenShape& shape) {
  return rig && rig.path() == shape.skeleton &&
         RigShapes(rig.skeleton(), rig.skeleton().prim()).indexOf(shape.shape) >= 0;
}

SkelRig rigOf(const Prim& prim) { return prim ? SkelRig(prim) : SkelRig(); }

}  // namespace

RigChoice::RigChoice(Session& session)
    : session_(session), choosing_(session.background()), checking_(session.background()) {
  session.selection.observe(this, [this](const Selection&) {
    choosing_.cancel();
    check();
  });
}

void RigChoice::clear() {
  choosing_.cancel();
  checking_.cancel();
  session_.joint.set({});
  session_.shape.set({});
}

void RigChoice::chooseJoint(const ChosenJoint& joint) {
  if (!joint) return session_.joint.set({});
  choose(joint, {});
}

void RigChoice::chooseShape(const ChosenShape& shape) {
  if (!shape) return session_.shape.set({});
  choose({}, shape);
}

// One of the two is empty.
void RigChoice::choose(const ChosenJoint& joint, const ChosenShape& shape) {
  const Subject subject = session_.subject();
  if (!subject.stage) return;
  choosing_.start([this, subject, joint, shape](const TaskRun&) -> LatestTask::Show {
    const Path skeleton = joint ? joint.skeleton : shape.skeleton;
    const SkelRig rig = rigOf(subject.stage->primAt(skeleton));
    const bool isThere = joint ? hasJoint(rig, joint) : hasShape(rig, shape);
    const bool isSelected = rigOf(subject.prim).path() == skeleton;
    return [this, joint, shape, skeleton, isThere, isSelected] {
      if (isThere && !isSelected) session_.select({skeleton});
      if (joint) session_.joint.set(isThere ? joint : ChosenJoint());
      if (shape) session_.shape.set(isThere ? shape : ChosenShape());
      if (isThere) return;
      const std::string name =
          joint ? "joint " + joint.joint.string() : "shape " + shape.shape.string();
      session_.showNote("There is no " + name + " of " + skeleton.text() + ".");
    };
  });
}

void RigChoice::check() {
  const ChosenJoint joint = session_.joint.value();
  const ChosenShape shape = session_.shape.value();
  const Subject subject = session_.subject();
  if (!joint && !shape) return checking_.cancel();
  checking_.start([this, subject, joint, shape](const TaskRun&) -> LatestTask::Show {
    const SkelRig rig = rigOf(subject.prim);
    const bool keepsJoint = hasJoint(rig, joint);
    const bool keepsShape = hasShape(rig, shape);
    return [this, joint, shape, keepsJoint, keepsShape] {
      if (!keepsJoint && session_.joint.value() == joint) session_.joint.set({});
      if (!keepsShape && session_.shape.value() == shape) session_.shape.set({});
    };
  });
}

}  // namespace usdscope
