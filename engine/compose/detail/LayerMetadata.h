// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// Returns a rate from the layer's metadata. Empty when it is not authored, 0 or not finite.
std::optional<double> authoredRate(const Layer& layer, Token name);

/// Returns a string from the layer's metadata; empty when it is not authored.
std::optional<std::string> authoredText(const Layer& layer, Token name);

/// Returns the path of the default prim, which may be authored as a name or as an absolute path.
/// Arcs without a path lead to it. Empty when it is not authored or invalid.
Path defaultPrimPath(const Layer& layer);

}  // namespace usdscope::detail
