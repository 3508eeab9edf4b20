// SPDX-License-Identifier: Apache-2.0
#include "app/cli/SceneFile.h"

#include <ostream>

#include "engine/asset/DefaultResolver.h"

namespace usdscope {

std::shared_ptr<LayerCache> makeLayerCache(const std::string& file) {
  return std::make_shared<LayerCache>(
      std::make_shared<DefaultResolver>(searchFromEnvironment(file)));
}

std::string identifierOf(const LayerCache& layers, const std::string& file) {
  // A file on the command line is relative to the working folder and nothing else.
  const bool isFromHere = !file.starts_with('/') && !file.starts_with("../");
  const auto places = layers.resolver().candidates(isFromHere ? "./" + file : file, {});
  return places.empty() ? std::string() : places.front();
}

bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& diagnostic : diagnostics.entries()) err << toText(diagnostic) << '\n';
  if (diagnostics.droppedCount() > 0) {
    err << "and " << diagnostics.droppedCount() << " more\n";
  }
  return diagnostics.hasErrors();
}

}  // namespace usdscope
