// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "engine/math/Box.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// What a camera sees, and how that comes onto the screen.
///
/// *Relative* space has the axes of the world and its origin at the camera: what is near the camera
/// keeps its precision as floats there. Clip space has depth 1 at the near plane and 0 at the far
/// one, which spreads the precision of float depths evenly.
struct CameraFrustum {
  glm::dvec3 position{0.0};          ///< Of the camera in the world.
  glm::dmat4 viewFromRelative{1.0};  ///< A rotation.
  glm::dmat4 clipFromView{1.0};
  glm::dmat4 clipFromRelative{1.0};
  double nearPlane = 0.1;
  double farPlane = 1.0;
  bool isOrthographic = false;
  double pixelsPerUnit = 1.0;  ///< Of a length across the view at distance 1, or anywhere.

  /// Whether a box of the world may be seen. An empty or endless box may.
  bool mightSee(const Box& worldBounds) const;
  /// The world position of a depth at a point of the picture, both in clip space.
  glm::dvec3 worldFromClip(const glm::dvec3& clip) const;
  /// Clip space of a point of the world; empty where it is behind the camera or beside it.
  std::optional<glm::dvec3> clipFromWorld(const glm::dvec3& world) const;
  /// Distance of a point along the view; negative behind the camera.
  double depthOf(const glm::dvec3& world) const;
  /// The part of this frustum that a rectangle of the picture shows; in pixels from the bottom
  /// left.
  CameraFrustum part(double x, double y, double width, double height, double pictureWidth,
                     double pictureHeight) const;

 private:
  friend CameraFrustum makeFrustum(const ViewCamera&, int, int, const Box&);
  void updatePlanes();

  std::array<glm::dvec4, 5>
      planes_{};  ///< Left, right, bottom, top, near; relative, inside is > 0.
};

/// The frustum of a camera in a picture of this size. Where the camera's near plane is not
/// positive, both planes are put as tightly around `bounds` as the depth's precision asks for.
CameraFrustum makeFrustum(const ViewCamera& camera, int width, int height, const Box& bounds);

}  // namespace usdscope
