// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/JointOverlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/scene/Bones.h"

namespace usdscope {
namespace {

constexpr double kAxisPoints = 18.0;
constexpr float kLabelOffset = 6.0f;
constexpr std::size_t kMostLabels = 500;

std::string lastName(const std::string& joint) { return joint.substr(joint.rfind('/') + 1); }

// Converts a linear colour for display.
glm::vec3 displayOf(const glm::vec4& color) {
  return glm::pow(glm::vec3(color), glm::vec3(1.0f / 2.2f));
}

class Overlay {
 public:
  Overlay(const CameraFrustum& frustum, HudState& hud) : frustum_(frustum), hud_(hud) {}

  void addAxes(const glm::dmat4& worldFromJoint) {
    const glm::dvec3 at(worldFromJoint[3]);
    const auto start = pointOf(at);
    if (!start) return;
    const double depth = frustum_.isOrthographic ? 1.0 : frustum_.depthOf(at);
    const double length = kAxisPoints * double(hud_.pixelRatio) * depth / frustum_.pixelsPerUnit;
    constexpr HudColor kAxes[] = {HudColor::AxisX, HudColor::AxisY, HudColor::AxisZ};
    for (int axis = 0; axis < 3; ++axis) {
      const glm::dvec3 along(worldFromJoint[axis]);
      const double size = glm::length(along);
      if (!(size > 0.0) || !std::isfinite(size)) continue;
      const auto end = pointOf(at + along * (length / size));
      if (end) hud_.lines.push_back({*start, *end, kAxes[axis]});
    }
  }

  void addName(const glm::dmat4& worldFromJoint, const std::string& name, HudColor color) {
    const auto at = pointOf(glm::dvec3(worldFromJoint[3]));
    if (at && hud_.labels.size() < kMostLabels) {
      hud_.labels.push_back({*at + glm::vec2(kLabelOffset, -kLabelOffset), name, color});
    }
  }

 private:
  // Returns points from the top left; empty outside of the picture.
  std::optional<glm::vec2> pointOf(const glm::dvec3& world) const {
    const auto clip = frustum_.clipFromWorld(world);
    if (!clip || !(std::abs(clip->x) <= 1.2) || !(std::abs(clip->y) <= 1.2)) return std::nullopt;
    return glm::vec2(float((clip->x + 1.0) * 0.5) * hud_.width,
                     float((1.0 - clip->y) * 0.5) * hud_.height);
  }

  const CameraFrustum& frustum_;
  HudState& hud_;
};

}  // namespace

std::vector<PosedSkeleton> skeletonsWithBones(const Scene& scene, const RenderSettings& settings) {
  std::vector<PosedSkeleton> shown;
  if (settings.bones == BonesDisplay::Off) return shown;
  for (const PosedSkeleton& skeleton : scene.skeletons) {
    if (!settings.bonesOf ||
        std::ranges::find(*settings.bonesOf, skeleton.path) != settings.bonesOf->end()) {
      shown.push_back(skeleton);
    }
  }
  return shown;
}

void addJointOverlay(const Scene& scene, const CameraFrustum& frustum, const ViewSettings& view,
                     const RenderSettings& settings, const ChosenJoint& chosen, HudState& hud) {
  Overlay overlay(frustum, hud);
  for (const PosedSkeleton& skeleton : scene.skeletons) {
    if (skeleton.path != chosen.skeleton) continue;
    const auto found = std::ranges::find(skeleton.joints, chosen.joint);
    if (found == skeleton.joints.end()) continue;
    const auto& place = skeleton.worldFromJoint[std::size_t(found - skeleton.joints.begin())];
    overlay.addName(place, nameInPicture(lastName(chosen.joint.string())), HudColor::Chosen);
    overlay.addAxes(place);
  }
  if (!view.showJointNames && !view.showJointAxes) return;
  for (const PosedSkeleton& skeleton : skeletonsWithBones(scene, settings)) {
    for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
      const glm::dmat4& place = skeleton.worldFromJoint[i];
      if (view.showJointAxes) overlay.addAxes(place);
      if (view.showJointNames) {
        overlay.addName(place, nameInPicture(lastName(skeleton.joints[i].string())),
                        HudColor::Text);
      }
    }
  }
}

void addBoneLegend(const Scene& scene, const RenderSettings& settings, HudState& hud) {
  std::size_t all = 0;
  std::size_t resting = 0;
  for (const PosedSkeleton& skeleton : skeletonsWithBones(scene, settings)) {
    all += skeleton.bones.size();
    resting += skeleton.restingBoneCount;
  }
  if (resting == 0) return;
  hud.legends.push_back({"Bones",
                         {{displayOf(kBoneColor), fmt::format("animated: {}", all - resting)},
                          {displayOf(kRestingBoneColor), fmt::format("at rest: {}", resting)}}});
}

}  // namespace usdscope
