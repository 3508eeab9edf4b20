// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace usdscope {

/// Pictures that leave the program: the scene as the viewport shows it, or the whole window.
struct CaptureRequest {
  enum class Kind : std::uint8_t {
    CopyImage,    ///< A picture for the clipboard.
    SaveImage,    ///< A file with one picture.
    Playblast,    ///< A sequence of files, or a movie.
    Turntable,    ///< Like Playblast; the camera goes once around the scene of the playhead.
    ContactSheet  ///< One picture with frames that are spread over the range.
  };

  Kind kind = Kind::CopyImage;
  /// A .png, .exr or .mp4, for sequences with #### in place of the frame.
  std::string file;
  bool isWindow = false;  ///< The whole window; for one picture as PNG.
  /// The size in pixels. If 0, the size of the viewport or window, multiplied by `scale`.
  int width = 0;
  int height = 0;
  double scale = 1.0;
  bool isTransparent = false;  ///< No background: PNG and EXR with an alpha channel.
  /// The head-up display, and outlines of selected prims.
  bool hasHud = false;
  /// The first and last frame; empty for the range that plays.
  std::optional<std::pair<double, double>> range;
  int turnCount = 0;  ///< Pictures of a Turntable.
  std::string grid;   ///< Columns and rows of a ContactSheet: `4x3`.
  /// See parseBurnIn(). Layer and clip are those of the selected attribute, unless one is named.
  std::string burnIn;
};

}  // namespace usdscope
