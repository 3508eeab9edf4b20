// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipMatrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/base/Counted.h"
#include "engine/base/Parallel.h"
#include "engine/report/clips/ClipAttributes.h"
#include "engine/report/explain/Explain.h"
#include "engine/stage/clips/ClipManifest.h"

namespace usdscope {
namespace {

// Files that are read before the next report of progress.
constexpr std::size_t kFilesInPart = 32;
// Coarser levels are made down to this number of cells.
constexpr std::size_t kLeastCells = 64;
// Levels with all rows have this part of the blocks of the level below, down to this number.
constexpr std::size_t kRowFactor = 4;
constexpr std::size_t kLeastBlocks = 16;

/// The cells of one file.
struct FileCells {
  std::vector<ClipCell> declared;  ///< One for each declared attribute.
  std::vector<Path> undeclared;    ///< Attributes with values that the manifest does not declare.
};

class MatrixReader {
 public:
  MatrixReader(const Stage& stage, const ClipLane& lane, ClipContentsStore* store)
      : set_((*stage.clipSets(stage.primAt(lane.prim)))[lane.number]),
        matrix_(std::make_shared<ClipMatrix>()) {
    matrix_->lane = lane;
    takeFiles();
    takeDeclared(stage.primAt(lane.anchor), store);
  }

  std::shared_ptr<const ClipMatrix> read(const ClipMatrixProgress& progress,
                                         const std::stop_token& stop) {
    fillCells();
    for (std::size_t first = 0; first < blocksOfFile_.size(); first += kFilesInPart) {
      if (stop.stop_requested()) return nullptr;
      if (progress) progress(*matrix_);
      const std::size_t count = std::min(kFilesInPart, blocksOfFile_.size() - first);
      parallelFor(count, 1, [&](std::size_t from, std::size_t end) {
        for (std::size_t i = first + from; i < first + end && !stop.stop_requested(); ++i) {
          files_[i] = readFile(blocksOfFile_[i].front());
        }
      });
      if (stop.stop_requested()) return nullptr;
      for (std::size_t i = first; i < first + count; ++i) takeCells(i);
      matrix_->readCount = first + count;
    }
    addUndeclared();
    return matrix_;
  }

 private:
  void takeFiles() {
    blocksOfFile_ = clipsByFile(*set_);
    files_.resize(blocksOfFile_.size());
    matrix_->fileCount = files_.size();
  }

  void takeDeclared(const Prim& anchor, ClipContentsStore* store) {
    std::vector<Path> declared;
    const auto take = [&](const PropertySpec& spec) {
      const Path path = declared.emplace_back(spec.path());
      matrix_->rows.push_back({path, clipPathOnStage(matrix_->lane.anchor, *set_, path), true});
      return true;
    };
    if (const auto manifest = set_->manifest()) {
      visitDeclaredAttributes(*manifest, set_->primPath(), take);
    }
    declaredCount_ = declared.size();
    reader_ = std::make_unique<const ClipContentsReader>(anchor, set_, declared, store);
  }

  void fillCells() {
    matrix_->cells.assign(matrix_->lane.blocks.size() * declaredCount_, ClipCell::Unknown);
  }

  FileCells readFile(std::size_t block) const {
    ClipContents contents = reader_->read(block);
    FileCells cells;
    cells.declared.assign(declaredCount_, contents.fault ? ClipCell::NoFile : ClipCell::Gap);
    for (std::size_t i = 0; i < declaredCount_; ++i) {
      if (contents.hasValues[i]) cells.declared[i] = ClipCell::Sample;
    }
    for (const auto& [number, type] : contents.otherTypes) {
      if (contents.hasValues[number]) cells.declared[number] = ClipCell::WrongType;
    }
    cells.undeclared = std::move(contents.undeclared);
    return cells;
  }

  void takeCells(std::size_t file) {
    const std::size_t rows = declaredCount_;
    for (const std::size_t block : blocksOfFile_[file]) {
      std::ranges::copy(files_[file].declared,
                        matrix_->cells.begin() + std::ptrdiff_t(block * rows));
    }
    files_[file].declared = {};
    for (const Path path : files_[file].undeclared) filesOf_[path.text()].push_back(file);
    files_[file].undeclared = {};
  }

  // Adds the rows of attributes that the manifest does not declare.
  void addUndeclared() {
    if (filesOf_.empty()) return;
    const std::size_t before = declaredCount_;
    const std::size_t after = before + filesOf_.size();
    const std::size_t blocks = matrix_->lane.blocks.size();
    std::vector<ClipCell> cells(blocks * after, ClipCell::Nothing);
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto from = matrix_->cells.begin() + std::ptrdiff_t(block * before);
      std::copy(from, from + std::ptrdiff_t(before), cells.begin() + std::ptrdiff_t(block * after));
    }
    std::size_t row = before;
    for (const auto& [path, files] : filesOf_) {
      const Path inClips = Path::fromText(path);
      matrix_->rows.push_back(
          {inClips, clipPathOnStage(matrix_->lane.anchor, *set_, inClips), false});
      for (const std::size_t file : files) {
        for (const std::size_t block : blocksOfFile_[file]) {
          cells[block * after + row] = ClipCell::Undeclared;
        }
      }
      ++row;
    }
    matrix_->cells = std::move(cells);
  }

  const std::shared_ptr<const ClipSet> set_;
  std::unique_ptr<const ClipContentsReader> reader_;
  std::shared_ptr<ClipMatrix> matrix_;
  std::vector<std::vector<std::size_t>> blocksOfFile_;  // Files in the order in which they play.
  std::vector<FileCells> files_;
  std::size_t declaredCount_ = 0;
  std::map<std::string, std::vector<std::size_t>> filesOf_;  // By undeclared attribute.
};

/// A run of equal cells in a row.
struct CellRun {
  ClipCell cell = ClipCell::Unknown;
  std::size_t first = 0;
  std::size_t last = 0;
};

std::vector<CellRun> runsOf(const ClipMatrix& matrix, std::size_t row) {
  std::vector<CellRun> runs;
  for (std::size_t block = 0; block < matrix.lane.blocks.size(); ++block) {
    const ClipCell cell = matrix.at(block, row);
    if (runs.empty() || runs.back().cell != cell) runs.push_back({cell, block, block});
    runs.back().last = block;
  }
  return runs;
}

}  // namespace

std::string_view nameOf(ClipCell cell) {
  static constexpr std::string_view kNames[kClipCellCount] = {
      "not read", "nothing", "sample", "gap", "not declared", "wrong type", "no file"};
  return kNames[std::size_t(cell)];
}

std::size_t ClipMatrix::countOf(ClipCell cell) const {
  return std::size_t(std::ranges::count(cells, cell));
}

std::shared_ptr<const ClipMatrix> readClipMatrix(const Stage& stage, const ClipLane& lane,
                                                 const ClipMatrixProgress& progress,
                                                 const std::stop_token& stop,
                                                 ClipContentsStore* store) {
  return MatrixReader(stage, lane, store).read(progress, stop);
}

ClipMatrixLevels::Level ClipMatrixLevels::coarserLevel(const Level& fine, std::size_t blockFactor,
                                                       std::size_t rowFactor) {
  Level coarse;
  coarse.blocks = (fine.blocks + blockFactor - 1) / blockFactor;
  coarse.rows = (fine.rows + rowFactor - 1) / rowFactor;
  coarse.own.assign(coarse.blocks * coarse.rows, ClipCell::Unknown);
  for (std::size_t block = 0; block < fine.blocks; ++block) {
    ClipCell* const to = &coarse.own[block / blockFactor * coarse.rows];
    const ClipCell* const from = &fine.cells[block * fine.rows];
    for (std::size_t row = 0; row < fine.rows; ++row) {
      ClipCell& cell = to[row / rowFactor];
      cell = std::max(cell, from[row]);
    }
  }
  coarse.cells = coarse.own;
  return coarse;
}

ClipMatrixLevels::ClipMatrixLevels(const ClipMatrix& matrix) {
  levels_.push_back({matrix.lane.blocks.size(), matrix.rows.size(), {}, matrix.cells});
  while (levels_.back().blocks * levels_.back().rows > kLeastCells) {
    const Level& fine = levels_.back();
    levels_.push_back(coarserLevel(fine, 2, 2));
  }
  const Level* fine = &levels_.front();
  while (fine->blocks > kLeastBlocks) {
    inOneRow_.push_back(coarserLevel(*fine, kRowFactor, 1));
    fine = &inOneRow_.back();
  }
}

ClipCell ClipMatrixLevels::worstInRows(std::size_t firstBlock, std::size_t endBlock,
                                       std::size_t firstRow, std::size_t endRow) const {
  const Level* from = &levels_.front();
  std::size_t size = 1;  // The number of blocks in a cell.
  for (const Level& level : inOneRow_) {
    if (size * kRowFactor > endBlock - firstBlock) break;
    size *= kRowFactor;
    from = &level;
  }
  ClipCell worst = ClipCell::Unknown;
  for (std::size_t block = firstBlock / size; block <= (endBlock - 1) / size; ++block) {
    for (std::size_t row = firstRow; row < endRow; ++row) {
      worst = std::max(worst, from->cells[block * from->rows + row]);
    }
  }
  return worst;
}

ClipCell ClipMatrixLevels::worst(std::size_t firstBlock, std::size_t endBlock, std::size_t firstRow,
                                 std::size_t endRow) const {
  // Both sides of the part are at most a few cells long.
  constexpr std::size_t kMostCells = 2;
  if (endRow - firstRow <= kMostCells) {
    return worstInRows(firstBlock, endBlock, firstRow, endRow);
  }
  const std::size_t longest = std::max(endBlock - firstBlock, endRow - firstRow);
  std::size_t level = 0;
  while (level + 1 < levels_.size() && longest >> level > kMostCells) ++level;
  const Level& from = levels_[level];
  ClipCell worst = ClipCell::Unknown;
  for (std::size_t block = firstBlock >> level; block <= (endBlock - 1) >> level; ++block) {
    for (std::size_t row = firstRow >> level; row <= (endRow - 1) >> level; ++row) {
      worst = std::max(worst, from.cells[block * from.rows + row]);
    }
  }
  return worst;
}

Json clipMatrixToJson(const ClipMatrix& matrix) {
  Json blocks = Json::array();
  for (const ClipBlock& block : matrix.lane.blocks) {
    blocks.push_back({{"from", numberToJson(block.start)},
                      {"to", numberToJson(block.end)},
                      {"index", block.index},
                      {"file", block.file}});
  }
  Json attributes = Json::array();
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    Json cells = Json::array();
    for (std::size_t block = 0; block < matrix.lane.blocks.size(); ++block) {
      cells.push_back(nameOf(matrix.at(block, row)));
    }
    attributes.push_back({{"attribute", matrix.rows[row].inClips.text()},
                          {"onStage", matrix.rows[row].onStage.text()},
                          {"declared", matrix.rows[row].isDeclared},
                          {"cells", std::move(cells)}});
  }
  return {{"prim", matrix.lane.anchor.text()},
          {"set", matrix.lane.set},
          {"clips", std::move(blocks)},
          {"attributes", std::move(attributes)}};
}

std::string clipMatrixToText(const ClipMatrix& matrix) {
  std::string out = fmt::format("Clip set `{}` on {}: {} in {}\n", matrix.lane.set,
                                matrix.lane.anchor.text(), counted(matrix.rows.size(), "attribute"),
                                counted(matrix.lane.blocks.size(), "clip"));
  for (std::size_t i = 0; i < matrix.lane.blocks.size(); ++i) {
    const ClipBlock& block = matrix.lane.blocks[i];
    out += fmt::format("  {}: {} from {} to {}\n", i, block.file, timeText(block.start),
                       timeText(block.end));
  }
  for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
    out += fmt::format("  {}:", matrix.rows[row].inClips.text());
    const char* separator = " ";
    for (const CellRun& run : runsOf(matrix, row)) {
      out += fmt::format("{}{} {}", separator, nameOf(run.cell), run.first);
      if (run.last != run.first) out += fmt::format("-{}", run.last);
      separator = ", ";
    }
    out += '\n';
  }
  return out;
}

}  // namespace usdscope
