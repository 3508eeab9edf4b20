// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/CameraPicking.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace usdscope {
namespace {

// The part of a line in front of the eye begins at this share of the near plane's distance, as it
// does when it is drawn.
constexpr double kNearest = 0.01;

/// A line in the picture, in pixels from the top left.
struct DrawnLine {
  glm::dvec2 from;
  glm::dvec2 to;
};

std::optional<DrawnLine> drawnLine(const GuideLine& line, const CameraFrustum& frustum,
                                   const QSize& size) {
  const auto clipOf = [&](const glm::dvec3& world) {
    return frustum.clipFromRelative * glm::dvec4(world - frustum.position, 1.0);
  };
  glm::dvec4 from = clipOf(line.from);
  glm::dvec4 to = clipOf(line.to);
  const double least = frustum.isOrthographic ? 0.5 : frustum.nearPlane * kNearest;
  if (!(from.w > least || to.w > least)) return std::nullopt;
  if (from.w < least) from = glm::mix(to, from, (to.w - least) / (to.w - from.w));
  if (to.w < least) to = glm::mix(from, to, (from.w - least) / (from.w - to.w));
  const auto pixelOf = [&](const glm::dvec4& clip) {
    return glm::dvec2((clip.x / clip.w + 1.0) * 0.5 * size.width(),
                      (1.0 - clip.y / clip.w) * 0.5 * size.height());
  };
  const DrawnLine drawn{pixelOf(from), pixelOf(to)};
  const auto isFinite = [](const glm::dvec2& v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
  };
  return isFinite(drawn.from) && isFinite(drawn.to) ? std::optional(drawn) : std::nullopt;
}

double distanceTo(const DrawnLine& line, const glm::dvec2& point) {
  const glm::dvec2 along = line.to - line.from;
  const double length = glm::dot(along, along);
  const double share =
      length > 0.0 ? std::clamp(glm::dot(point - line.from, along) / length, 0.0, 1.0) : 0.0;
  return glm::length(point - line.from - along * share);
}

// Clips the line to the four sides of the area (Liang and Barsky).
bool isWithin(const DrawnLine& line, const QRect& area) {
  const glm::dvec2 along = line.to - line.from;
  const std::array<double, 4> steps = {-along.x, along.x, -along.y, along.y};
  const std::array<double, 4> room = {line.from.x - area.x(), area.x() + area.width() - line.from.x,
                                      line.from.y - area.y(),
                                      area.y() + area.height() - line.from.y};
  double begin = 0.0;
  double end = 1.0;
  for (std::size_t side = 0; side < steps.size(); ++side) {
    if (steps[side] == 0.0) {
      if (room[side] < 0.0) return false;
    } else if (steps[side] < 0.0) {
      begin = std::max(begin, room[side] / steps[side]);
    } else {
      end = std::min(end, room[side] / steps[side]);
    }
  }
  return begin <= end;
}

// Calls `visit` with each camera and each of its lines in the picture.
template <typename Visit>
void visitLines(const GuidePicture& guides, const CameraFrustum& frustum, const QSize& size,
                Visit visit) {
  if (!guides.lines) return;
  for (const CameraLines& camera : guides.cameras) {
    for (std::size_t i = 0; i < camera.count; ++i) {
      const auto line = drawnLine((*guides.lines)[camera.first + i], frustum, size);
      if (line) visit(camera.path, *line);
    }
  }
}

}  // namespace

std::optional<Path> cameraUnder(const GuidePicture& guides, const CameraFrustum& frustum,
                                const QSize& size, const QPoint& pixel, double reach) {
  const glm::dvec2 point(pixel.x() + 0.5, pixel.y() + 0.5);
  std::optional<Path> found;
  double least = reach;
  visitLines(guides, frustum, size, [&](Path camera, const DrawnLine& line) {
    const double distance = distanceTo(line, point);
    if (!(distance < least)) return;
    least = distance;
    found = camera;
  });
  return found;
}

std::vector<Path> camerasWithin(const GuidePicture& guides, const CameraFrustum& frustum,
                                const QSize& size, const QRect& area) {
  std::vector<Path> found;
  visitLines(guides, frustum, size, [&](Path camera, const DrawnLine& line) {
    const bool isNew = found.empty() || found.back() != camera;
    if (isNew && isWithin(line, area)) found.push_back(camera);
  });
  return found;
}

}  // namespace usdscope
