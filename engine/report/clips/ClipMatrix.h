// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Json.h"
#include "engine/report/clips/ClipLanes.h"

namespace usdscope {

class ClipContentsStore;

/// Describes what a clip has of an attribute. Greater values are worse.
enum class ClipCell : std::uint8_t {
  Unknown,     ///< The clip has not been read yet.
  Nothing,     ///< Neither the manifest nor the clip has the attribute.
  Sample,      ///< The clip has values of its own.
  Gap,         ///< The manifest declares the attribute, but the clip has no values.
  Undeclared,  ///< The clip has values, but they are ignored: the manifest does not declare them.
  WrongType,   ///< The values have another type than the attribute.
  NoFile,      ///< The clip cannot be read.
};
inline constexpr std::size_t kClipCellCount = 7;

/// Returns the name of a cell in reports: "sample", "gap", "not declared", "wrong type".
std::string_view nameOf(ClipCell cell);

/// An attribute of a matrix.
struct ClipMatrixRow {
  Path inClips;  ///< Its path in the clips.
  Path onStage;
  bool isDeclared = false;  ///< The manifest declares it as varying.
  bool operator==(const ClipMatrixRow&) const = default;
};

/// The attributes of a clip set against its clips.
///
/// The rows are the attributes that the manifest declares, in its order, and then the other
/// attributes with values in some clip, sorted. The columns are the blocks of the lane, so a clip
/// that plays twice has two.
struct ClipMatrix {
  ClipLane lane;
  std::vector<ClipMatrixRow> rows;
  std::vector<ClipCell> cells;  ///< Column by column: rows.size() cells for each block.
  std::size_t readCount = 0;    ///< The number of files that have been read.
  std::size_t fileCount = 0;    ///< The number of files that play.

  bool isComplete() const { return readCount == fileCount; }
  ClipCell at(std::size_t block, std::size_t row) const { return cells[block * rows.size() + row]; }
  /// Counts the cells of a kind.
  std::size_t countOf(ClipCell cell) const;
};

/// Receives the matrix from time to time while it is being filled. Copy it to keep it.
using ClipMatrixProgress = std::function<void(const ClipMatrix& matrix)>;

/// Reads all clips of a lane of the stage, each once, on several threads. The clips stay in memory
/// only if they are there already. With a `store`, files that it knows are not read. Returns null
/// when stopped.
std::shared_ptr<const ClipMatrix> readClipMatrix(const Stage& stage, const ClipLane& lane,
                                                 const ClipMatrixProgress& progress = {},
                                                 const std::stop_token& stop = {},
                                                 ClipContentsStore* store = nullptr);

/// Coarser views of a matrix, so that a picture of it needs only a few cells for each pixel. A cell
/// of a level is the worst of four cells of the level below it: of a square, or of one row. The
/// cells of the matrix are not copied, because there may be many millions: the matrix must outlive
/// this object.
class ClipMatrixLevels {
 public:
  explicit ClipMatrixLevels(const ClipMatrix& matrix);
  ClipMatrixLevels(ClipMatrixLevels&&) = default;

  /// Returns the worst cell of a part of the matrix, quickly and perhaps with neighbouring cells in
  /// it, but of no other rows if the part has one or two. Requires: the part is not empty.
  ClipCell worst(std::size_t firstBlock, std::size_t endBlock, std::size_t firstRow,
                 std::size_t endRow) const;

 private:
  struct Level {
    std::size_t blocks = 0;
    std::size_t rows = 0;
    std::vector<ClipCell> own;  ///< Empty for the level of the matrix itself.
    std::span<const ClipCell> cells;
  };
  static Level coarserLevel(const Level& fine, std::size_t blockFactor, std::size_t rowFactor);
  ClipCell worstInRows(std::size_t firstBlock, std::size_t endBlock, std::size_t firstRow,
                       std::size_t endRow) const;

  std::vector<Level> levels_;    ///< The matrix, and levels of squares.
  std::vector<Level> inOneRow_;  ///< Levels with all rows.
};

Json clipMatrixToJson(const ClipMatrix& matrix);
/// Writes a line for each attribute: its path and the blocks, with equal neighbours together:
/// "/P.x: sample 0-3, gap 4, sample 5-9".
std::string clipMatrixToText(const ClipMatrix& matrix);

}  // namespace usdscope
