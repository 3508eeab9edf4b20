// SPDX-License-Identifier: Apache-2.0
#include "app/actions/RigActions.h"

#include <QApplication>
#include <QClipboard>
#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/problems/SkinningCheck.h"
#include "engine/report/skel/SkelRig.h"
#include "engine/report/text/TransformText.h"

namespace usdscope {
namespace {

bool hasJoint(const ActionContext& c) { return bool(c.session.joint.value()); }

ActionProblem chooseJoint(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 2) return "Expected a skeleton and a joint.";
  c.session.chooseJoint(Path::fromText(arguments[0]), Token(arguments[1]));
  return {};
}

ActionProblem copyJointPath(const ActionContext& c, const Arguments&) {
  QApplication::clipboard()->setText(
      QString::fromStdString(c.session.joint.value().joint.string()));
  return {};
}

template <auto Member>
ActionProblem copyMatrix(const ActionContext& c, const Arguments&) {
  c.session.copy([stage = c.session.document.value().stage, chosen = c.session.joint.value(),
                  time = c.session.playback.value().timeCode()]() -> CopyResult {
    const SkelRig rig(stage->primAt(chosen.skeleton));
    const int joint = rig.indexOf(chosen.joint);
    const auto place =
        joint < 0 ? std::nullopt : rig.placeAt(std::size_t(joint), time, kAnimatedPose);
    if (!place) return {.problem = "The skeleton has no usable rest transforms."};
    return {.text = matrixText((*place).*Member)};
  });
  return {};
}

ActionProblem showPage(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty() || !c.window.showSkelPage(arguments[0])) {
    return "Expected joints, binding, shapes or check.";
  }
  c.window.showPane("skel");
  return {};
}

// Also shows the page with the results.
ActionProblem checkSkinning(const ActionContext& c, const Arguments&) {
  showPage(c, {"check"});
  return c.session.skinningCheck().start();
}

const ExtentCheck* worstExtent(const ActionContext& c) {
  const auto& extents = c.session.skinningCheck().state.value().extents;
  return extents ? farthestOutside(*extents) : nullptr;
}
bool hasOutside(const ActionContext& c) { return worstExtent(c); }
ActionProblem goToWorstFrame(const ActionContext& c, const Arguments&) {
  c.session.setTime(worstExtent(c)->farthestTime);
  return {};
}

bool hasShape(const ActionContext& c) { return bool(c.session.shape.value()); }

ActionProblem chooseShape(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 2) return "Expected a skeleton and a blend shape.";
  c.session.chooseShape(Path::fromText(arguments[0]), Token(arguments[1]));
  return {};
}

bool isSolo(const ActionContext& c) {
  return c.session.shapeOverrides.value().isSolo(c.session.shape.value());
}
// The shape of the arguments, or else the chosen one.
ChosenShape wantedShape(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) return c.session.shape.value();
  if (arguments.size() != 2) return {};
  return {Path::fromText(arguments[0]), Token(arguments[1])};
}

constexpr const char* kNoShape = "Choose a blend shape, or name a skeleton and a blend shape.";

ActionProblem soloShape(const ActionContext& c, const Arguments& arguments) {
  const ChosenShape shape = wantedShape(c, arguments);
  if (!shape) return kNoShape;
  ShapeOverrides overrides = c.session.shapeOverrides.value();
  overrides.setSolo(shape, !overrides.isSolo(shape));
  c.session.setShapeOverrides(std::move(overrides));
  return {};
}

template <int Weight>
bool isSetTo(const ActionContext& c) {
  return c.session.shapeOverrides.value().storedWeight(c.session.shape.value()) == float(Weight);
}
// A second time takes it back.
template <int Weight>
ActionProblem setShape(const ActionContext& c, const Arguments& arguments) {
  const ChosenShape shape = wantedShape(c, arguments);
  if (!shape) return kNoShape;
  ShapeOverrides overrides = c.session.shapeOverrides.value();
  const auto wanted = float(Weight);
  const bool isSet = overrides.storedWeight(shape) == wanted && overrides.weightOf(shape) == wanted;
  // While another shape is shown alone, this one would have no effect.
  if (Weight > 0 && !overrides.isSolo(shape)) overrides.endSolo(shape.skeleton);
  overrides.set(shape, isSet ? std::nullopt : std::optional(wanted));
  c.session.setShapeOverrides(std::move(overrides));
  return {};
}

ActionProblem setShapeWeight(const ActionContext& c, const Arguments& arguments) {
  const auto weight = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  if (!weight || !std::isfinite(float(*weight))) return "Expected a weight.";
  if (!hasShape(c)) return "No blend shape is chosen.";
  ShapeOverrides overrides = c.session.shapeOverrides.value();
  overrides.set(c.session.shape.value(), float(*weight));
  c.session.setShapeOverrides(std::move(overrides));
  return {};
}

bool hasOverrides(const ActionContext& c) { return !c.session.shapeOverrides.value().isEmpty(); }
ActionProblem resetShapes(const ActionContext& c, const Arguments&) {
  c.session.setShapeOverrides({});
  return {};
}

// At most one paint replaces the materials.
template <auto Member, auto Other>
ActionProblem toggleHeat(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) {
    view.*Member = !(view.*Member);
    if (!(view.*Member)) return;
    view.*Other = false;
    view.paintedValue.reset();
    view.showPrimvar = false;
  });
  return {};
}

bool mayShowOffsets(const ActionContext& c) {
  return hasShape(c) || c.session.view.value().showOffsets;
}

bool hasBones(const ActionContext& c) { return c.session.view.value().bones != BonesDisplay::Off; }

bool mayShowWeights(const ActionContext& c) {
  return hasJoint(c) || c.session.view.value().showWeights;
}

ActionProblem setPose(const ActionContext& c, PoseStep step) {
  c.session.changeView([step](ViewSettings& view) { view.pose = step; });
  return {};
}
template <int Step>
ActionProblem pose(const ActionContext& c, const Arguments&) {
  return setPose(c, PoseStep(Step));
}
template <int Step>
bool isPosed(const ActionContext& c) {
  return c.session.view.value().pose == PoseStep(Step);
}

ActionProblem chooseStep(const ActionContext& c, const Arguments& arguments) {
  const auto step = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  if (!step || !(*step >= kBindPose && *step <= kAnimatedPose)) {
    return "Expected a number from 0 (bind) over 1 (rest) to 2 (animated).";
  }
  return setPose(c, *step);
}

constexpr ActionRow kRigRows[] = {
    {"-", "View", "", "", "", always, nullptr, nullptr},
    {"bonesOfSelected", "View", "Bones of the Selected Rigs Only", "", "", hasBones,
     isOn<&ViewSettings::bonesOfSelected>, toggle<&ViewSettings::bonesOfSelected>},
    {"jointNames", "View", "Joint Names", "", "", hasBones, isOn<&ViewSettings::showJointNames>,
     toggle<&ViewSettings::showJointNames>},
    {"jointAxes", "View", "Joint Axes", "", "", hasBones, isOn<&ViewSettings::showJointAxes>,
     toggle<&ViewSettings::showJointAxes>},
    {"-", "View", "", "", "", always, nullptr, nullptr},
    {"weights", "View", "Weights of the Chosen Joint", "W", "", mayShowWeights,
     isOn<&ViewSettings::showWeights>,
     toggleHeat<&ViewSettings::showWeights, &ViewSettings::showOffsets>},
    {"offsets", "View", "Offsets of the Chosen Shape", "", "", mayShowOffsets,
     isOn<&ViewSettings::showOffsets>,
     toggleHeat<&ViewSettings::showOffsets, &ViewSettings::showWeights>},
    {"influences", "View", "Influences Under the Pointer", "I", "", always,
     isOn<&ViewSettings::showInfluences>, toggle<&ViewSettings::showInfluences>},
    {"-", "View", "", "", "", always, nullptr, nullptr},
    {"soloShape", "View", "Chosen Shape Alone", "", "[SKELETON SHAPE]", hasShape, isSolo,
     soloShape},
    {"zeroShape", "View", "Chosen Shape at 0", "", "[SKELETON SHAPE]", hasShape, isSetTo<0>,
     setShape<0>},
    {"fullShape", "View", "Chosen Shape in Full", "", "[SKELETON SHAPE]", hasShape, isSetTo<1>,
     setShape<1>},
    {"resetShapes", "View", "Shape Weights as Animated", "", "", hasOverrides, nullptr,
     resetShapes},
    {"checkSkinning", "View", "Check Skinning", "", "", hasDocument, nullptr, checkSkinning},
    {"worstFrame", "Context", "Go to Frame Farthest Outside Extent", "", "", hasOutside, nullptr,
     goToWorstFrame},
    {"skelPage", "", "Page of the Skel Pane", "", "NAME", always, nullptr, showPage},
    {"shape", "", "Choose Blend Shape", "", "SKELETON SHAPE", hasDocument, nullptr, chooseShape},
    {"shapeWeight", "", "Weight of the Chosen Shape", "", "WEIGHT", hasShape, nullptr,
     setShapeWeight},
    {"-", "View", "", "", "", always, nullptr, nullptr},
    {"poseBind", "View", "Pose: Bind", "", "", always, isPosed<0>, pose<0>},
    {"poseRest", "View", "Pose: Rest", "", "", always, isPosed<1>, pose<1>},
    {"poseAnimated", "View", "Pose: Animated", "", "", always, isPosed<2>, pose<2>},
    {"pose", "", "Pose between Bind, Rest and Animated", "", "0…2", always, nullptr, chooseStep},
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

std::span<const ActionRow> rigActionRows() { return kRigRows; }

}  // namespace usdscope
