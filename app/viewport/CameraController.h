// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/session/view/FreeCamera.h"
#include "engine/math/Box.h"

namespace usdscope {

/// Moves the free camera. It behaves like the free camera of usdview: drags tumble (0.25° a pixel),
/// truck and dolly, and keep the roll and the lens; framing leaves a margin of 10 %.
class CameraController {
 public:
  void setZUp(bool isZUp) { isZUp_ = isZUp; }

  /// Frames `bounds` from the current direction. Does nothing for an empty box.
  void frame(const Box& bounds, double aspectRatio);
  /// Frames `bounds` from the front and a little above, with the usual lens.
  void reset(const Box& bounds, double aspectRatio);

  /// Goes back to the view before the last frame() or reset() or, after that, forth again to the
  /// view that was left. Returns false when nothing was framed.
  bool toggleFraming();
  /// Forgets the view before the last frame().
  void forgetFraming() { other_.reset(); }

  /// Looks from `eye` at `target`, upright. Does nothing if the two are equal.
  void look(const glm::dvec3& eye, const glm::dvec3& target);

  void tumble(double dxPixels, double dyPixels);
  /// `viewHeight` is the height of the picture in pixels.
  void truck(double dxPixels, double dyPixels, double viewHeight);
  void dolly(double dxPixels, double dyPixels);
  void zoomBy(double wheelDelta);
  /// Makes the distance to the focus, or the height of an orthographic view, `factor` times as
  /// large. One call changes them by a factor of 10 at the most.
  void scaleDistance(double factor);
  /// Turns the camera about its eye.
  void lookAround(double dxPixels, double dyPixels);
  /// Moves eye and focus by a step in view space, and by `up` along the up axis of the stage.
  void walk(const glm::dvec3& stepInView, double up);

  ViewCamera camera() const { return viewOf(place_, isZUp_); }
  const FreeCamera& place() const { return place_; }
  void setPlace(const FreeCamera& place) { place_ = place; }

 private:
  FreeCamera place_;
  std::optional<FreeCamera> other_;  ///< The view that toggleFraming() goes to.
  bool isZUp_ = false;
};

}  // namespace usdscope
