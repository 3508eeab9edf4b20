// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace usdscope {

struct ActionRow;

/// The actions of the prim tree: which prims and columns it shows, its open rows, its search, and
/// ways from one prim to others.
std::span<const ActionRow> treeActionRows();

}  // namespace usdscope
