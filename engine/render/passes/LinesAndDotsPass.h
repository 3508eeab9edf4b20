// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws lines and dots with their authored widths, at least a pixel wide.
void drawLinesAndDots(const FrameContext& frame);

/// Draws the vertices of all surfaces as dots.
void drawVertices(const FrameContext& frame);

/// Like drawLinesAndDots(), but writes ids instead of colours, and only for these draw calls.
void drawLineAndDotIds(const FrameContext& frame, std::span<const DrawCall> lines,
                       std::span<const DrawCall> dots);

}  // namespace usdscope
