// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/session/FreeCamera.h"
#include "engine/math/Box.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// The free camera: looks at a point from a distance. It behaves like the free camera of usdview:
/// drags tumble (0.25° a pixel), truck and dolly; framing leaves a margin of 10 %; the vertical
/// field of view is 60°.
class CameraController {
 public:
  void setZUp(bool isZUp) { isZUp_ = isZUp; }

  /// Frames `bounds` from the current direction or, with `fromFront`, from the front and a little
  /// above. Does nothing for an empty box.
  void frame(const Box& bounds, double aspectRatio, bool fromFront = false);

  /// Goes back to the view before the last frame() or, after that, forth again to the view that was
  /// left. Returns false when nothing was framed.
  bool toggleFraming();
  /// Forgets the view before the last frame().
  void forgetFraming() { other_.reset(); }

  /// Continues with the view of another camera. The point at `distance` in front of that camera
  /// becomes the focus.
  void setFrom(const ViewCamera& camera, double distance);

  /// Looks from `eye` at `target`, upright. Does nothing if the two are equal.
  void look(const glm::dvec3& eye, const glm::dvec3& target);

  void tumble(double dxPixels, double dyPixels);
  /// `viewHeight` is the height of the picture in pixels.
  void truck(double dxPixels, double dyPixels, double viewHeight);
  void dolly(double dxPixels, double dyPixels);
  void zoomBy(double wheelDelta);

  ViewCamera camera() const;
  FreeCamera place() const;
  void setPlace(const FreeCamera& place);
  double distance() const { return view_.distance; }

 private:
  glm::dmat3 rotation() const;

  struct View {
    glm::dvec3 focus{0.0};
    double distance = 10.0;
    double yawDegrees = -30.0;
    double pitchDegrees = -20.0;
  };

  View view_;
  std::optional<View> other_;  ///< The view that toggleFraming() goes to.
  bool isZUp_ = false;
};

}  // namespace usdscope
