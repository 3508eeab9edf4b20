// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope {

/// A change to the rows of the prim tree, which actions request.
enum class TreeCommand : std::uint8_t {
  OpenToDepth,     ///< Opens rows down to a depth and closes the others; 1 shows root prims only.
  OpenAll,         ///< Opens all rows.
  CloseAll,        ///< Closes all rows.
  OpenSelection,   ///< Opens the selected rows with all their descendants.
  CloseSelection,  ///< Closes the selected rows with all their descendants.
  ShowSelection,   ///< Opens the ancestors of the selected prims, and scrolls to the leading one.
  ShowHelp,        ///< Shows the terms of the search and the meaning of the colours.
};

}  // namespace usdscope
