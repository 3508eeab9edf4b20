// SPDX-License-Identifier: Apache-2.0
#include "app/cli/LayerInput.h"

#include <iostream>
#include <iterator>

#include "app/cli/Messages.h"
#include "app/files/SceneFile.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {

std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, VerbContext context,
                                              bool& hasErrors) {
  if (file == "-") {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    Diagnostics diagnostics;
    auto layer = readLayer(FileBytes::fromText(text), {"-"}, diagnostics, context.environment);
    if (layer) checkValues(*layer, diagnostics);
    hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
    return layer;
  }
  if (!hasLayerName(file, context.err)) {
    hasErrors = true;
    return nullptr;
  }
  const auto layers = makeLayerCache(context.environment, file);
  const auto opened = layers->findOrOpen(identifierOf(*layers, file));
  Diagnostics diagnostics = opened->diagnostics;
  if (opened->layer) checkValues(*opened->layer, diagnostics);
  hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
  return opened->layer;
}

std::vector<std::shared_ptr<const Layer>> openLayers(const std::vector<std::string>& files,
                                                     VerbContext context) {
  std::vector<std::shared_ptr<const Layer>> opened;
  const auto layers = makeLayerCache(context.environment, files.front());
  for (const std::string& file : files) {
    const auto layer = layers->findOrOpen(identifierOf(*layers, file));
    printDiagnostics(layer->diagnostics, context.err);
    if (!layer->layer) return {};
    opened.push_back(layer->layer);
  }
  return opened;
}

}  // namespace usdscope
