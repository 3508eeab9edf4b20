// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/cli/Verb.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The layer in a file that was named on the command line; `-` is standard input, which may hold a
/// layer of any format. Null after errors, which are printed, and then `hasErrors` is set.
std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, Streams streams,
                                              bool& hasErrors);

}  // namespace usdscope
