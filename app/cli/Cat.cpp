// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/cli/SceneFile.h"
#include "app/cli/Verbs.h"
#include "engine/format/usda/UsdaWriter.h"

namespace usdscope {

RunVerb declareCat(CLI::App& command) {
  auto files = std::make_shared<std::vector<std::string>>();
  command.add_option("FILE", *files, "Layers to print, of any format")->required();
  return [files](Streams streams) {
    bool hasErrors = false;
    for (const std::string& file : *files) {
      const auto layers = makeLayerCache(file);
      const auto opened = layers->findOrOpen(identifierOf(*layers, file));
      if (printDiagnostics(opened->diagnostics, streams.err)) hasErrors = true;
      if (opened->layer) streams.out << writeUsda(*opened->layer);
    }
    return hasErrors ? kFailure : kSuccess;
  };
}

}  // namespace usdscope
