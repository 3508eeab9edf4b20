// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/render/FrameContext.h"

namespace usdscope {

/// Draws lines and dots with their authored widths, at least a pixel wide.
void drawLinesAndDots(const FrameContext& frame);

/// Draws the vertices of all surfaces as dots.
void drawVertices(const FrameContext& frame);

/// Like drawLinesAndDots(), but writes ids instead of colours, and only for draw calls for which
/// `accepts` returns true.
void drawLineAndDotIds(const FrameContext& frame, bool (*accepts)(const DrawCall&));

}  // namespace usdscope
