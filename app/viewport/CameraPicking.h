// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>
#include <optional>
#include <vector>

#include "app/viewport/PictureGuides.h"
#include "engine/render/CameraFrustum.h"

namespace usdscope {

/// Returns the camera whose lines over the scene come nearest to a pixel, within `reach` pixels;
/// empty if there is none. `frustum` is that of the picture, which has `size` pixels.
std::optional<Path> cameraUnder(const GuidePicture& guides, const CameraFrustum& frustum,
                                const QSize& size, const QPoint& pixel, double reach);

/// Returns the cameras with a line in an area of the picture, in pixels.
std::vector<Path> camerasWithin(const GuidePicture& guides, const CameraFrustum& frustum,
                                const QSize& size, const QRect& area);

}  // namespace usdscope
