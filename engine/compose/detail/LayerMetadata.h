// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope::detail {

/// A rate authored as metadata of the layer itself. Empty when there is none that time could run
/// at.
std::optional<double> authoredRate(const Layer& layer, Token name);

/// A text authored as metadata of the layer itself.
std::optional<std::string> authoredText(const Layer& layer, Token name);

/// The prim that arcs without a path lead to: a name, or a path from the root. Empty when none, or
/// no such path, is authored.
Path defaultPrimPath(const Layer& layer);

}  // namespace usdscope::detail
