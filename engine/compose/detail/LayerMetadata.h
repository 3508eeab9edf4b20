// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A rate authored as metadata of the layer. Empty when it is not authored, 0 or not
/// finite.
std::optional<double> authoredRate(const Layer& layer, Token name);

/// A text authored as metadata of the layer.
std::optional<std::string> authoredText(const Layer& layer, Token name);

/// The default prim, to which arcs without a path lead: authored as a name or as an absolute path.
/// Empty when it is not authored or invalid.
Path defaultPrimPath(const Layer& layer);

}  // namespace usdscope::detail
