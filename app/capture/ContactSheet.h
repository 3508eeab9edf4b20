// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/FrameWriter.h"

namespace usdscope {

/// A picture that shows several frames in rows.
struct SheetLayout {
  int columns = 1;
  int rows = 1;
  int width = 0;  ///< The width of the whole picture, in pixels.
  int height = 0;
  int gap = 4;  ///< Around each frame.

  int cellWidth() const { return (width - gap * (columns + 1)) / columns; }
  int cellHeight() const { return (height - gap * (rows + 1)) / rows; }
  /// Whether each frame has at least 8 × 8 pixels.
  bool isPossible() const {
    return columns > 0 && rows > 0 && cellWidth() >= 8 && cellHeight() >= 8;
  }
};

/// Reads `4x3`, the columns and rows of a sheet, each from 1 to 100. Returns false for other texts.
bool parseGrid(std::string_view text, int& columns, int& rows);

/// Gathers frames into one picture, and gives it to another writer in the end. Drops frames for
/// which it has no place. Requires: the frames have the size of the layout's cells.
class ContactSheet : public FrameWriter {
 public:
  ContactSheet(SheetLayout layout, std::unique_ptr<FrameWriter> writer)
      : layout_(layout), writer_(std::move(writer)) {}

  std::string write(const Image& picture, double frame, const std::stop_token& stop) override;
  std::string finish(const std::stop_token& stop) override;

 private:
  void begin(const Image& like);

  SheetLayout layout_;
  std::unique_ptr<FrameWriter> writer_;
  Image sheet_;
  int count_ = 0;
  double first_ = 0.0;
};

}  // namespace usdscope
