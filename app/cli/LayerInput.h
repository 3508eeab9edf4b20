// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/SceneFiles.h"
#include "app/cli/Verb.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// Reads a stream to its end, or only its beginning when that is not the beginning of a layer.
std::vector<std::byte> readInput(std::istream& in);

/// Opens the layer in a file from the command line. `-` means standard input, which may have a
/// layer of any format. Prints problems; errors set `hasErrors`. Returns null when there is no
/// layer.
std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, VerbContext context,
                                              bool& hasErrors);

/// Reads a layer of any format from standard input. `identifier` becomes its name; asset paths are
/// relative to its folder. Prints problems; errors set `hasErrors`. Returns null when there is no
/// layer.
std::shared_ptr<const Layer> readStandardInput(const std::string& identifier, VerbContext context,
                                               bool& hasErrors);

/// Opens files in one cache and prints their problems. `-` is a layer on standard input. Returns
/// nothing when one of them cannot be read. Requires: `files` is not empty.
std::vector<std::shared_ptr<const Layer>> openLayers(const std::vector<std::string>& files,
                                                     VerbContext context);

/// The files with which layers are made that were opened from these files. `-` stands for none.
SceneFiles sceneFilesOf(const std::vector<std::string>& files, VerbContext context);

}  // namespace usdscope
