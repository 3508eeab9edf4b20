// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace usdscope {

/// A property of surfaces that a picture shows in place of their shading. Surfaces are opaque then.
enum class InspectionView : std::uint8_t {
  None,
  Albedo,     ///< The diffuse colour without light.
  Normals,    ///< World space normals with normal maps; each axis from -1 to 1 is a colour.
  Tangents,   ///< World space tangents along s of the texture coordinates, as colours.
  UvChecker,  ///< A checkerboard in texture coordinates, eight fields in a unit; red is s, green t.
  Prims,      ///< A colour for each prim.
  Instances,  ///< A colour for each prim and instance of a point instancer.
  Subsets,    ///< A colour for each prim and part of its faces.
  Depth,      ///< The distance along the view, from white at the nearest to black at the farthest.
  Facing,     ///< Front faces are blue, back faces red; both darken where they turn away.
  /// The number of surfaces at a pixel, whether they are seen or not. Each adds 24, 10 and 4 of 255
  /// to the display values of red, green and blue.
  Overdraw,
  Matcap,  ///< Clay in a fixed light that turns with the camera, whatever the material and lights.
  Points,  ///< A colour for each point of Points prims.
  /// A colour for each joint of each skeleton. A triangle has that of the joint with the largest
  /// weight on its last corner, a line that of its first end.
  Joints,
};

/// A view, its name in options and files, and its title in menus.
struct InspectionViewName {
  InspectionView view;
  std::string_view name;
  std::string_view title;
};

/// All views, in their order, without None.
std::span<const InspectionViewName> inspectionViews();

/// Returns the view with a name; `None` for "none". Empty if there is none.
std::optional<InspectionView> inspectionViewNamed(std::string_view name);

std::string_view nameOf(InspectionView view);

}  // namespace usdscope
