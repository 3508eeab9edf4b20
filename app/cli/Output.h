// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/Verb.h"
#include "engine/format/LayerFormat.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// Where a verb that makes a layer puts it.
struct LayerOutput {
  std::string out;        ///< File; empty: standard output, as text.
  std::string usdFormat;  ///< What a file that ends in `.usd` holds: `usda`, `usdc`; empty: either.
};

/// Adds --out and --usdFormat. `output` must outlive `command`.
void addLayerOutput(VerbOptions& command, LayerOutput& output);

/// What a layer is written as. Empty, with an error that says what would be possible, where the
/// name of the file does not tell or contradicts --usdFormat.
std::optional<LayerFormat> layerFormatOf(const LayerOutput& output, Diagnostics& diagnostics);

/// Writes a layer where `output` says. Gives the exit status, after a message when the file cannot
/// be written.
int writeResult(const Layer& layer, const LayerOutput& output, Streams streams);

/// Writes the result of a verb to a file, or to `streams.out` when `file` is empty. Gives the exit
/// status, after a message when the file cannot be written.
int writeResult(std::string_view text, const std::string& file, Streams streams);

}  // namespace usdscope
