// SPDX-License-Identifier: Apache-2.0
#include "app/session/LayerMarks.h"

#include "engine/report/rows/LayerTree.h"

namespace usdscope {

std::shared_ptr<const LayerMarks> computeLayerMarks(const std::shared_ptr<const Stage>& stage,
                                                    const std::string& identifier,
                                                    std::stop_token stop) {
  auto marks = std::make_shared<LayerMarks>();
  marks->stage = stage;
  marks->identifier = identifier;
  marks->rows.resize(stage->rowCount());
  for (const std::uint32_t row : rowsTouchedBy(*stage, identifier, stop)) {
    marks->rows[row] = true;
    ++marks->count;
  }
  marks->ends = marks->rows;
  for (std::uint32_t row = 0; row < marks->rows.size() && !stop.stop_requested(); ++row) {
    if (!marks->rows[row]) continue;
    for (Prim at = stage->primOfRow(row).parent(); at && !at.isPseudoRoot(); at = at.parent()) {
      if (marks->rows[at.row()] && !marks->ends[at.row()]) break;
      marks->ends[at.row()] = false;
    }
  }
  return stop.stop_requested() ? nullptr : marks;
}

std::unordered_set<Path> markedItems(const LayerMarks& marks, const Scene& scene,
                                     const std::stop_token& stop) {
  std::unordered_set<Path> paths;
  for (const Item& item : scene.items) {
    if (stop.stop_requested()) break;
    const Prim prim = marks.stage->primAt(item.path);
    if (!prim) continue;
    Prim at = prim;
    while (at && !at.isPseudoRoot() && !marks.rows[at.row()]) at = at.parent();
    const bool isMarked = at && !at.isPseudoRoot();
    if (isMarked && (at == prim || marks.ends[at.row()])) paths.insert(item.path);
  }
  return paths;
}

}  // namespace usdscope
