// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/ShownColumns.h"

namespace usdscope {

std::uint32_t shownColumns(const ViewSettings& settings) {
  if (settings.treeColumns) return settings.treeColumns;
  std::uint32_t columns = settings.hasClips ? bitOf(PrimColumn::Clips) : 0;
  for (const PrimColumnInfo& info : primColumns()) {
    if (info.isShownAtFirst) columns |= bitOf(info.column);
  }
  return columns;
}

}  // namespace usdscope
