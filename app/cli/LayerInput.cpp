// SPDX-License-Identifier: Apache-2.0
#include "app/cli/LayerInput.h"

#include <iostream>
#include <string_view>
#include <vector>

#include "app/cli/Messages.h"
#include "app/files/SceneFile.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usdc/ValueCheck.h"

namespace usdscope {
std::vector<std::byte> readInput(std::istream& in) {
  constexpr std::size_t kBlock = 64 * 1024;
  std::vector<std::byte> bytes;
  while (in) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kBlock);
    in.read(reinterpret_cast<char*>(bytes.data() + size), kBlock);
    bytes.resize(size + static_cast<std::size_t>(in.gcount()));
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (size == 0 && !detectLayerFormat(text)) break;
  }
  return bytes;
}

std::shared_ptr<const Layer> readStandardInput(const std::string& identifier, VerbContext context,
                                               bool& hasErrors) {
  Diagnostics diagnostics;
  auto layer = readLayer(FileBytes::fromBuffer(readInput(std::cin)), {identifier}, diagnostics,
                         context.environment);
  if (layer) checkValues(*layer, diagnostics);
  hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
  if (!layer) context.failsWith(kUnreadable);
  return layer;
}

std::shared_ptr<const Layer> openLayerOrInput(const std::string& file, VerbContext context,
                                              bool& hasErrors) {
  if (file == "-") return readStandardInput(file, context, hasErrors);
  if (!hasLayerName(file, context.err)) {
    hasErrors = true;
    context.failsWith(kUnreadable);
    return nullptr;
  }
  const auto layers = makeLayerCache(context.environment, file);
  const auto opened = layers->findOrOpen(identifierOf(*layers, file));
  Diagnostics diagnostics = opened->diagnostics;
  if (opened->layer) checkValues(*opened->layer, diagnostics);
  hasErrors = printDiagnostics(diagnostics, context.err) || hasErrors;
  if (!opened->layer) context.failsWith(kUnreadable);
  return opened->layer;
}

std::vector<std::shared_ptr<const Layer>> openLayers(const std::vector<std::string>& files,
                                                     VerbContext context) {
  std::vector<std::shared_ptr<const Layer>> opened;
  const auto layers = makeLayerCache(context.environment, files.front());
  for (const std::string& file : files) {
    if (file == "-") {
      bool hasErrors = false;
      opened.push_back(readStandardInput(identifierOf(*layers, file), context, hasErrors));
      if (!opened.back()) return {};
      continue;
    }
    const auto layer = layers->findOrOpen(identifierOf(*layers, file));
    printDiagnostics(layer->diagnostics, context.err);
    if (!layer->layer) {
      context.failsWith(kUnreadable);
      return {};
    }
    opened.push_back(layer->layer);
  }
  return opened;
}

SceneFiles sceneFilesOf(const std::vector<std::string>& files, VerbContext context) {
  std::shared_ptr<LayerCache> layers = makeLayerCache(context.environment, files.front());
  std::vector<std::string> identifiers;
  for (const std::string& file : files) {
    if (file != "-") identifiers.push_back(identifierOf(*layers, file));
  }
  return {std::move(layers), std::move(identifiers)};
}

}  // namespace usdscope
