// SPDX-License-Identifier: Apache-2.0
#include "app/cli/LayerInput.h"

#include <iostream>
#include <iterator>

#include "app/cli/SceneFile.h"
#include "engine/format/LayerFormat.h"

namespace usdscope {

std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, Streams streams,
                                              bool& hasErrors) {
  if (file == "-") {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    Diagnostics diagnostics;
    auto layer = readLayer(FileBytes::fromText(text), {"-"}, diagnostics);
    hasErrors = printDiagnostics(diagnostics, streams.err) || hasErrors;
    return layer;
  }
  const auto layers = makeLayerCache(file);
  const auto opened = layers->findOrOpen(identifierOf(*layers, file));
  hasErrors = printDiagnostics(opened->diagnostics, streams.err) || hasErrors;
  return opened->layer;
}

}  // namespace usdscope
