// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/image/DisplayTransform.h"
#include "engine/image/Image.h"

namespace usdscope {

enum class PictureFormat : std::uint8_t { Png, Exr, Mp4 };

/// Returns the format that the ending of a file name says: .png, .exr or .mp4, in any case.
std::optional<PictureFormat> formatOfFile(std::string_view name);

/// The pixels that are written into files.
struct PixelChoice {
  PictureFormat format = PictureFormat::Png;
  bool isTransparent = false;  ///< The background is transparent. Movies cannot have it.
  /// Colours are encoded for displays. EXR files always have linear colours.
  bool encodesDisplay = true;
  /// If not null, encodes colours for the display in place of sRGB.
  std::shared_ptr<const DisplayTransform> displayTransform;

  /// Whether the picture must be drawn with RenderSettings::writesLinear.
  bool needsLinear() const {
    return format == PictureFormat::Exr || isTransparent || displayTransform;
  }
  bool operator==(const PixelChoice&) const = default;
};

/// Returns the picture with the text over it, in the pixels of the format: PNG and MP4 have 8-bit
/// RGB, a transparent PNG has RGBA that is not multiplied by alpha; EXR has float RGBA, linear and
/// multiplied by alpha.
///
/// - picture: 8-bit RGB as it is written; linear float RGBA multiplied by alpha if needsLinear().
/// - text: width × height words 0xAARRGGBB, display values multiplied by alpha; or empty.
Image finishedPicture(Image picture, std::span<const std::uint32_t> text,
                      const PixelChoice& choice);

}  // namespace usdscope
