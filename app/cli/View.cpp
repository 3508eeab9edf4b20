// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <ostream>

#include "app/Viewer.h"
#include "app/cli/Verbs.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {

RunVerb declareView(VerbOptions& command) {
  auto options = std::make_shared<ViewOptions>();
  command.option("FILE", options->file, "Scene to open; without it the window starts empty");
  command.option("--run", options->run,
                 "Actions to run: \"frame 24; select /World; screenshot out.png; quit\"");
  command.option("--settings", options->settings,
                 "Folder of settings and unsaved edits; without it the user's, and for --run none");
  command.option("--skinning", options->skinning, "Device that skins characters")
      .oneOf({"auto", "cpu", "gpu"});
  return [options](VerbContext context) {
    std::error_code error;
    const std::string onDisk = splitOuterPackage(options->file).package;
    if (!options->file.empty() && !std::filesystem::exists(onDisk, error)) {
      context.err << "error: " << options->file
                  << ": There is no such file, and no verb of this name.\n";
      return kFailure;
    }
    options->environment = context.environment;
    return runViewer(*options);
  };
}

}  // namespace usdscope
