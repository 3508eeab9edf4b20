// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/HudContents.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/FrameText.h"
#include "app/viewport/JointOverlay.h"
#include "app/viewport/ViewportMarks.h"
#include "engine/report/SkelRig.h"

namespace usdscope {
namespace {

// "12345" → "12,345".
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

void addOverScene(const HudContents& contents, const HudPicture& picture, HudState& hud) {
  addJointOverlay(*picture.scene, picture.frustum, contents.view, picture.settings, contents.joint,
                  hud);
  addBoneLegend(*picture.scene, picture.settings, hud);
  if (contents.marked) addMarkedPoints(*contents.marked, picture.frustum, hud);
}

void addCorners(const HudContents& contents, const HudPicture& picture, HudState& hud) {
  const RenderStatistics& cost = picture.statistics;
  if (picture.scene) {
    hud.topLeft = fmt::format("Prims      {}\nTriangles  {}\nUploaded   {} B",
                              grouped(picture.scene->primCount), grouped(cost.triangleCount),
                              grouped(cost.uploadedBytes));
    const double drawMs = cost.uploadMs + cost.skinMs + cost.drawMs;
    const double fps =
        contents.playedFps > 0.0 ? contents.playedFps : 1000.0 / std::max(drawMs, 0.01);
    hud.bottomLeft =
        fmt::format("{}   {:.1f} ms ({:.1f} fps)", frameText(picture.scene->time), drawMs, fps);
  }
  hud.topRight = picture.device +
                 (picture.isSoftware ? "\nsoftware, skinning on the " : "\nskinning on the ") +
                 (cost.isSkinnedOnGpu ? "GPU" : "CPU");
  hud.bottomRight = "Camera: " + contents.camera;
  if (contents.view.pose < kAnimatedPose) {
    hud.bottomRight = "Pose: " + poseText(contents.view.pose) + "\n" + hud.bottomRight;
  }
  if (contents.hasShapeOverrides) {
    hud.bottomRight = "Blend shapes: set by hand\n" + hud.bottomRight;
  }
}

}  // namespace

HudState hudOf(const HudContents& contents, const HudPicture& picture) {
  HudState hud;
  hud.width = contents.size.x;
  hud.height = contents.size.y;
  hud.pixelRatio = contents.pixelRatio;
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
