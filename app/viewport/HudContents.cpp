// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudContents.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/playback/FrameText.h"
#include "app/viewport/CameraGuides.h"
#include "app/viewport/JointOverlay.h"
#include "app/viewport/SubtreeCounts.h"
#include "app/viewport/ViewportMarks.h"
#include "engine/render/GridScale.h"
#include "engine/report/skel/SkelRig.h"

namespace usdscope {
namespace {

void addOverScene(const HudContents& contents, const HudPicture& picture, HudState& hud) {
  addJointOverlay(*picture.scene, picture.frustum, contents.view, picture.settings, contents.joint,
                  hud);
  addBoneLegend(*picture.scene, picture.settings, hud);
  if (contents.marked) addMarkedPoints(*contents.marked, picture.frustum, hud);
  if (contents.guides) addGuides(*contents.guides, picture.frustum, hud);
}

const char* nameOf(Complexity complexity) {
  switch (complexity) {
    case Complexity::Low:
      return "Low";
    case Complexity::Medium:
      return "Medium";
    case Complexity::High:
      return "High";
    case Complexity::VeryHigh:
      return "Very High";
  }
  return "";
}

void addLine(std::string& text, std::string line) {
  if (!text.empty()) text += '\n';
  text += line;
}

std::string bottomRightOf(const HudContents& contents, const HudPicture& picture) {
  const DisplaySettings& display = contents.view.display;
  std::string text;
  if (contents.hasShapeOverrides) addLine(text, "Blend shapes: set by hand");
  if (contents.view.pose < kAnimatedPose) addLine(text, "Pose: " + poseText(contents.view.pose));
  if (display.inspection != InspectionView::None) {
    addLine(text, fmt::format("View: {}", nameOf(display.inspection)));
  }
  if (display.exposure != 0.0f || display.gamma != 1.0f) {
    addLine(text, fmt::format("Exposure {:+.2f}, gamma {:.2f}", display.exposure, display.gamma));
  }
  if (display.colors == ColorManagement::Disabled) addLine(text, "Color management: disabled");
  if (!contents.colors.display.empty()) {
    addLine(text,
            fmt::format("OpenColorIO: {}, {}", contents.colors.display, contents.colors.view));
    if (!contents.colors.looks.empty()) addLine(text, "Looks: " + contents.colors.looks);
  }
  if (display.marksAperture() && !contents.sceneCamera) {
    addLine(text, "Camera mask: only for cameras of the scene");
  }
  if (!display.hudCamera) return text;
  if (picture.scene && picture.statistics.gridStep > 0.0) {
    addLine(text,
            "Grid " + gridStepText(picture.statistics.gridStep, picture.scene->metersPerUnit));
  }
  addLine(text, fmt::format("Complexity: {}", nameOf(display.complexity)));
  addLine(text, "Camera: " + nameInPicture(contents.camera));
  return text;
}

void addCorners(const HudContents& contents, const HudPicture& picture, HudState& hud) {
  const DisplaySettings& display = contents.view.display;
  const RenderStatistics& cost = picture.statistics;
  if (picture.scene && display.hudSubtree) {
    hud.topLeft = contents.counts;
    hud.isTopLeftDim = contents.isPlaying;
  } else if (picture.scene) {
    hud.topLeft = fmt::format("Prims      {}\nTriangles  {}", grouped(picture.scene->primCount),
                              grouped(cost.triangleCount));
  }
  if (picture.scene && display.hudPerformance) {
    const double drawMs = cost.uploadMs + cost.skinMs + cost.drawMs;
    const double fps =
        contents.playedFps > 0.0 ? contents.playedFps : 1000.0 / std::max(drawMs, 0.01);
    hud.bottomLeft =
        fmt::format("{}   {:.1f} ms ({:.1f} fps)", frameText(picture.scene->time), drawMs, fps);
  }
  if (display.hudDevice) {
    hud.topRight = picture.device +
                   (picture.isSoftware ? "\nsoftware, skinning on the " : "\nskinning on the ") +
                   (cost.isSkinnedOnGpu ? "GPU" : "CPU") +
                   fmt::format("\nuploaded {} B", grouped(cost.uploadedBytes));
  }
  hud.bottomRight = bottomRightOf(contents, picture);
}

}  // namespace

HudState hudOf(const HudContents& contents, const HudPicture& picture) {
  HudState hud;
  hud.width = contents.size.x;
  hud.height = contents.size.y;
  hud.pixelRatio = contents.pixelRatio;
  if (contents.sceneCamera) {
    addCameraGuides(contents.view.display, *contents.sceneCamera, hud);
  }
  if (picture.scene) addOverScene(contents, picture, hud);
  if (contents.heat) {
    HudLegend& legend = hud.legends.emplace_back();
    legend.title = contents.heat->title;
    for (const PaintSwatch& swatch : contents.heat->legend) {
      legend.swatches.push_back({swatch.color, swatch.text});
    }
  }
  hud.atPointer = contents.atPointer;
  hud.box = contents.box;
  if (contents.view.showHud) addCorners(contents, picture, hud);
  return hud;
}

}  // namespace usdscope
