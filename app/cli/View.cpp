// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "app/cli/Verbs.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {

RunVerb declareView(CLI::App& command) {
  auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "Scene to open");
  return [file](Streams streams) {
    std::error_code error;
    const std::string onDisk = splitOuterPackage(*file).package;
    if (!file->empty() && !std::filesystem::exists(onDisk, error)) {
      streams.err << "error: " << *file << ": There is no such file, and no verb of this name.\n";
      return kFailure;
    }
    streams.err << "error: This build of usdscope has no viewer.\n";
    return kFailure;
  };
}

}  // namespace usdscope
