// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/cli/Verb.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// Opens the layer in a file that the command line names; `-` is standard input, which may hold a
/// layer of any format. Prints problems; errors set `hasErrors`. Null when there is no layer.
std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, Streams streams,
                                              bool& hasErrors);

}  // namespace usdscope
