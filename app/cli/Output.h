// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/cli/Verb.h"
#include "engine/format/LayerFormat.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// The options of verbs that write a layer: the file and its format.
struct LayerOutput {
  std::string out;  ///< The file; empty or `-` for standard output.
  /// The format of a `.usd` file or of standard output: `usda` or `usdc`; empty if it does not
  /// matter. Standard output is then text.
  std::string usdFormat;
};

/// Adds --out and --usdFormat. `output` must outlive `command`.
void addLayerOutput(VerbOptions& command, LayerOutput& output);

/// Returns the format to write. Empty, with an error that names the possible formats, when the file
/// name has no known ending or contradicts --usdFormat.
std::optional<LayerFormat> layerFormatOf(const LayerOutput& output, Diagnostics& diagnostics);

/// Writes a layer to `context.out`: as text, or as a crate if `usdFormat` is `usdc`. Returns the
/// exit status.
int printLayer(const Layer& layer, const std::string& usdFormat, VerbContext context);

/// Writes a layer to the file of `output`. Prints an error when the file cannot be written. Returns
/// the exit status.
int writeResult(const Layer& layer, const LayerOutput& output, VerbContext context);

/// Writes the result of a verb to a file, or to `context.out` when `file` is empty. Prints an error
/// when the file cannot be written. Returns the exit status.
int writeResult(std::string_view text, const std::string& file, VerbContext context);

}  // namespace usdscope
