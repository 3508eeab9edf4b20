// SPDX-License-Identifier: Apache-2.0
#include "app/actions/RigActions.h"

#include <QApplication>
#include <QClipboard>

#include "engine/report/SkelRig.h"
#include "engine/report/TransformText.h"

namespace usdscope {
namespace {

using Arguments = std::vector<std::string>;

bool hasDocument(const ActionContext& c) { return c.session.document.value().isOpen(); }
bool hasJoint(const ActionContext& c) { return bool(c.session.joint.value()); }

ActionProblem chooseJoint(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 2) return "Expected a skeleton and a joint.";
  const Path skeleton = Path::fromText(arguments[0]);
  c.session.chooseJoint(skeleton, Token(arguments[1]));
  return hasJoint(c) ? "" : "There is no joint " + arguments[1] + " of " + arguments[0] + ".";
}

ActionProblem copyJointPath(const ActionContext& c, const Arguments&) {
  QApplication::clipboard()->setText(
      QString::fromStdString(c.session.joint.value().joint.string()));
  return {};
}

template <auto Member>
ActionProblem copyMatrix(const ActionContext& c, const Arguments&) {
  const ChosenJoint& chosen = c.session.joint.value();
  const SkelRig rig(c.session.document.value().stage->primAt(chosen.skeleton));
  const int joint = rig.indexOf(chosen.joint);
  const auto place =
      joint < 0 ? std::nullopt
                : rig.placeAt(std::size_t(joint), c.session.playback.value().time, kAnimatedPose);
  if (!place) return "The skeleton has no usable rest transforms.";
  QApplication::clipboard()->setText(QString::fromStdString(matrixText((*place).*Member)));
  return {};
}

constexpr ActionRow kRows[] = {
    {"joint", "", "Choose Joint", "", "SKELETON JOINT", hasDocument, nullptr, chooseJoint},
    {"-", "Edit", "", "", "", hasDocument, nullptr, nullptr},
    {"copyJointPath", "Edit", "Copy Joint Path", "", "", hasJoint, nullptr, copyJointPath},
    {"copyLocalMatrix", "Edit", "Copy Local Matrix of Joint", "", "", hasJoint, nullptr,
     copyMatrix<&JointPlace::parentFromJoint>},
    {"copySkelMatrix", "Edit", "Copy Skeleton Matrix of Joint", "", "", hasJoint, nullptr,
     copyMatrix<&JointPlace::skelFromJoint>},
    {"copyWorldMatrix", "Edit", "Copy World Matrix of Joint", "", "", hasJoint, nullptr,
     copyMatrix<&JointPlace::worldFromJoint>},
};

}  // namespace

std::span<const ActionRow> rigActionRows() { return kRows; }

}  // namespace usdscope
