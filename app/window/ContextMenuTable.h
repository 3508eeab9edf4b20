// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace usdscope {

/// Returns the names of the actions in the context menu of a kind of row; `-` is a separator. The
/// kinds are the values of the property `contextMenu` of views. Empty for an unknown kind.
std::span<const std::string_view> contextMenuActions(std::string_view kind);

}  // namespace usdscope
