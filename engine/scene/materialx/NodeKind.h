// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/Token.h"

namespace usdscope {

/// A node definition of MaterialX: `ND_image_color3` is the node `image` with the types `color3`.
struct NodeKind {
  std::string_view name;   ///< Empty if the identifier names no node of MaterialX.
  std::string_view types;  ///< The rest of the identifier, such as `color3FA`.
};

/// Divides the `info:id` of a shader. The result refers to the text of the token.
NodeKind nodeKind(Token id);

}  // namespace usdscope
