// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/session/view/ViewSettings.h"
#include "engine/search/PrimColumns.h"

namespace usdscope {

/// The bit of a column in ViewSettings::treeColumns.
constexpr std::uint32_t bitOf(PrimColumn column) { return 1u << static_cast<unsigned>(column); }

/// Returns the bits of the columns that the prim tree shows: those that the user has chosen, else
/// the usual ones, with the column of clips for a scene that has clips. Never 0.
std::uint32_t shownColumns(const ViewSettings& settings);

}  // namespace usdscope
