// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws lines and dots as wide as their widths ask for, and at least a pixel.
void drawLinesAndDots(const FrameContext& frame);

/// Draws the vertices of all surfaces as dots.
void drawVertices(const FrameContext& frame);

/// The same as drawLinesAndDots() with ids instead of colours; only what `accepts`.
void drawLineAndDotIds(const FrameContext& frame, bool (*accepts)(const DrawCall&));

}  // namespace usdscope
