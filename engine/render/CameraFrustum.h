// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/math/Box.h"
#include "engine/render/Renderer.h"

namespace usdscope {

/// The view and projection of a camera for a picture.
///
/// *Relative* space has the axes of the world and its origin at the camera, so that positions near
/// the camera stay precise as floats. Clip space has depth 1 at the near plane and 0 at the far
/// plane, which spreads the precision of float depths evenly.
struct CameraFrustum {
  glm::dvec3 position{0.0};          ///< World position of the camera.
  glm::dmat4 viewFromRelative{1.0};  ///< A rotation.
  glm::dmat4 clipFromView{1.0};
  glm::dmat4 clipFromRelative{1.0};
  double nearPlane = 0.1;
  double farPlane = 1.0;
  bool isOrthographic = false;
  /// Pixels per world unit, at distance 1 for a perspective view, at any distance for an
  /// orthographic one.
  double pixelsPerUnit = 1.0;
  /// Planes in relative space; what lies on the negative side of one is not drawn.
  std::vector<glm::dvec4> clippingPlanes;

  /// Returns false only if the box is certainly out of sight. Returns true for empty and infinite
  /// boxes.
  bool mightSee(const Box& worldBounds) const;
  /// Returns the world position of a point in clip space.
  glm::dvec3 worldFromClip(const glm::dvec3& clip) const;
  /// Returns the position of a world point in clip space; empty when the point is not in front of
  /// the camera.
  std::optional<glm::dvec3> clipFromWorld(const glm::dvec3& world) const;
  /// Returns the distance of a point along the view direction; negative behind the camera.
  double depthOf(const glm::dvec3& world) const;
  /// Returns the frustum of a rectangle of the picture. The rectangle is in pixels with the origin
  /// at the bottom left.
  CameraFrustum part(double x, double y, double width, double height, double pictureWidth,
                     double pictureHeight) const;

 private:
  friend CameraFrustum makeFrustum(const ViewCamera&, int, int, const Box&);
  void updatePlanes();

  /// The left, right, bottom, top and near planes in relative space; points inside have positive
  /// distances.
  std::array<glm::dvec4, 5> planes_{};
};

/// Returns the frustum of a camera for a picture of this size. If the camera's near plane is not
/// positive, fits the near and far planes around `bounds` as tightly as depth precision requires.
CameraFrustum makeFrustum(const ViewCamera& camera, int width, int height, const Box& bounds);

}  // namespace usdscope
