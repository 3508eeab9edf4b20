// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/BoxGuides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/render/CameraAperture.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/Extent.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope {
namespace {

// Display values.
constexpr glm::vec3 kAlignedColor(0.74f, 0.61f, 0.33f);
constexpr glm::vec3 kOrientedColor(0.36f, 0.58f, 0.76f);
constexpr glm::vec3 kAuthoredColor(0.90f, 0.40f, 0.36f);
constexpr glm::vec3 kComputedColor(0.47f, 0.78f, 0.50f);
constexpr glm::vec3 kCameraColor(0.58f, 0.60f, 0.64f);

constexpr std::size_t kMostCompared = 20'000;  // Prims whose extents are compared.
constexpr std::size_t kMostDrawn = 500;        // Prims whose extents are drawn.
constexpr std::size_t kMostCameras = 500;
constexpr double kTolerance = 1e-4;    // A share of the diagonal of a box.
constexpr double kCameraDepth = 0.08;  // A share of the diagonal of the scene.

bool isFinite(const glm::dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

double sizeOf(const BoxCorners& corners) { return glm::length(corners[7] - corners[0]); }

// Whether each corner of one box coincides with a corner of the other.
bool areSame(const BoxCorners& a, const BoxCorners& b) {
  const double tolerance = std::max(sizeOf(a), sizeOf(b)) * kTolerance;
  return std::ranges::all_of(a, [&](const glm::dvec3& corner) {
    return std::ranges::any_of(
        b, [&](const glm::dvec3& other) { return glm::length(corner - other) <= tolerance; });
  });
}

bool areSame(const Box& a, const Box& b) {
  const double tolerance = std::max(glm::length(a.size()), glm::length(b.size())) * kTolerance;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(a.min[i] - b.min[i]) > tolerance) return false;
    if (std::abs(a.max[i] - b.max[i]) > tolerance) return false;
  }
  return true;
}

void addSwatch(HudLegend& legend, const char* title, const glm::vec3& color, std::string text) {
  if (legend.title.empty()) legend.title = title;
  legend.swatches.push_back({color, std::move(text)});
}

}  // namespace

BoxCorners cornersOf(const Box& box, const glm::dmat4& worldFromBox) {
  BoxCorners corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec3 at((i & 1) ? box.max.x : box.min.x, (i & 2) ? box.max.y : box.min.y,
                        (i & 4) ? box.max.z : box.min.z);
    corners[i] = glm::dvec3(worldFromBox * glm::dvec4(at, 1.0));
  }
  return corners;
}

void addBox(const BoxCorners& corners, const glm::vec3& color, std::vector<GuideLine>& lines) {
  if (!std::ranges::all_of(corners, isFinite)) return;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (const std::size_t axis : {1u, 2u, 4u}) {
      if ((i & axis) == 0) lines.push_back({corners[i], corners[i | axis], color});
    }
  }
}

void addSelectionBoxes(const GuideSubject& subject, std::vector<GuideLine>& lines,
                       HudLegend& legend) {
  if (!subject.alignedBox && !subject.orientedBox) return;
  BoundsCache bounds(subject.scene->time);
  OrientedBox oriented;
  Box aligned;
  for (const Path path : subject.selected) {
    const Prim prim = subject.stage->primAt(path);
    if (!prim) continue;
    OrientedBox box = bounds.untransformedBound(prim);
    if (box.box.isEmpty()) continue;
    box.matrix = bounds.worldFromLocal(prim) * box.matrix;
    aligned.add(box.aligned());
    oriented = OrientedBox::combined(oriented, box);
  }
  if (aligned.isEmpty()) {
    if (legend.title.empty()) {
      legend.title = subject.selected.empty() ? "Bounding box: nothing is selected"
                                              : "Bounding box: the selection has no geometry";
    }
    return;
  }
  const BoxCorners ofAligned = cornersOf(aligned, glm::dmat4(1.0));
  const BoxCorners ofOriented = cornersOf(oriented.box, oriented.matrix);
  const bool isBoth = subject.alignedBox && subject.orientedBox;
  const bool isOneBox = isBoth && areSame(ofAligned, ofOriented);
  if (subject.orientedBox && !isOneBox) addBox(ofOriented, kOrientedColor, lines);
  if (subject.alignedBox) addBox(ofAligned, kAlignedColor, lines);
  if (!isBoth || isOneBox) return;
  addSwatch(legend, "Bounding boxes", kAlignedColor, "axis-aligned");
  addSwatch(legend, "Bounding boxes", kOrientedColor, "oriented");
}

void addExtents(const GuideSubject& subject, const std::stop_token& stop,
                std::vector<GuideLine>& lines, HudLegend& legend) {
  BoundsCache bounds(subject.scene->time);
  std::size_t compared = 0;
  std::size_t differing = 0;
  const auto compare = [&](const Prim& prim) {
    if (stop.stop_requested() || compared >= kMostCompared) return false;
    if (prim.isA(types::kSkelRoot) || prim.isA(types::kSkeleton)) return false;
    if (!prim.isA(types::kBoundable)) return true;
    const auto authored = authoredExtent(prim, subject.scene->time);
    const auto computed = authored ? bounds.computedExtent(prim) : std::nullopt;
    if (!computed || computed->isEmpty()) return true;
    ++compared;
    if (areSame(*authored, *computed)) return true;
    if (++differing > kMostDrawn) return true;
    const glm::dmat4 worldFromLocal = bounds.worldFromLocal(prim);
    addBox(cornersOf(*authored, worldFromLocal), kAuthoredColor, lines);
    addBox(cornersOf(*computed, worldFromLocal), kComputedColor, lines);
    return true;
  };
  if (subject.selected.empty()) {
    traverse(subject.stage->pseudoRoot(), PrimFilter::drawn(), compare);
  }
  for (const Path path : subject.selected) {
    const Prim prim = subject.stage->primAt(path);
    if (prim) traverse(prim, PrimFilter::drawn(), compare);
  }
  legend.title = compared == 0    ? "Extents: none is authored here"
                 : differing == 0 ? fmt::format("Extents: all {} as computed", compared)
                                  : fmt::format("Extents: {} of {} differ", differing, compared);
  if (compared >= kMostCompared) legend.title += ", only the first are compared";
  if (differing == 0) return;
  addSwatch(legend, "", kAuthoredColor, "authored");
  addSwatch(legend, "", kComputedColor, "computed");
}

void addCameraOracles(const GuideSubject& subject, std::vector<GuideLine>& lines,
                      GuidePicture& picture) {
  const Scene& scene = *subject.scene;
  const double size = scene.bounds.isEmpty() ? 0.0 : glm::length(scene.bounds.size());
  const double depth = (size > 0.0 && std::isfinite(size) ? size : 10.0) * kCameraDepth;
  std::size_t count = 0;
  for (const SceneCamera& camera : scene.cameras) {
    if (camera.path == subject.camera) continue;
    if (++count > kMostCameras) return;
    const ViewCamera view = viewOf(camera);
    // A rectangle at the end of the frustum, and a smaller one at the eye.
    const double far = camera.isOrthographic ? view.verticalSize * 0.5
                                             : std::tan(view.verticalFovRadians * 0.5) * depth;
    const double near = camera.isOrthographic ? far : 0.0;
    const double aspect = apertureAspect(camera);
    glm::dmat4 worldFromView = camera.worldFromView;
    for (int axis = 0; axis < 3; ++axis) {
      const double length = glm::length(glm::dvec3(worldFromView[axis]));
      if (length > 0.0) worldFromView[axis] /= length;  // The scale of a camera is not its size.
    }
    BoxCorners corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double half = (i & 4) ? far : near;
      const glm::dvec2 middle = view.shift * half;
      const glm::dvec3 at(middle.x + ((i & 1) ? half : -half) * aspect,
                          middle.y + ((i & 2) ? half : -half), (i & 4) ? -depth : 0.0);
      corners[i] = glm::dvec3(worldFromView * glm::dvec4(at, 1.0));
    }
    const bool isSelected =
        std::ranges::find(subject.selected, camera.path) != subject.selected.end();
    const std::size_t first = lines.size();
    addBox(corners, isSelected ? subject.selectionColor : kCameraColor, lines);
    picture.cameras.push_back({camera.path, first, lines.size() - first});
    picture.names.push_back(
        {glm::dvec3(worldFromView[3]), nameInPicture(std::string(camera.path.name().text()))});
  }
}

}  // namespace usdscope
