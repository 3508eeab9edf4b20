// SPDX-License-Identifier: Apache-2.0
#include "engine/report/detail/FactRows.h"

#include "engine/report/explain/ExplainWords.h"
#include "engine/stage/Stage.h"

namespace usdscope::detail {

LayerNames layerNamesOf(const Stage& stage) {
  return {*stage.rootLayer(), stage.sessionLayer().get()};
}

FactRow layerRow(const LayerNames& names, const Layer& layer, Path specPath, Path object) {
  FactRow row;
  row.object = object;
  row.layer = names.layer(layer);
  if (row.layer == "<anonymous>") row.layer = quotedName(layer);
  row.identifier = layer.identifier();
  row.specPath = specPath.isEmpty() ? std::string() : specPath.text();
  return row;
}

}  // namespace usdscope::detail
