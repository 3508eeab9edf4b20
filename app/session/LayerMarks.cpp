// SPDX-License-Identifier: Apache-2.0
#include "app/session/LayerMarks.h"

#include "engine/report/LayerTree.h"

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
  return stop.stop_requested() ? nullptr : marks;
}

}  // namespace usdscope
