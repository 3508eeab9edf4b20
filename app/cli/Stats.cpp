// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/SceneInventory.h"

namespace usdscope {

RunVerb declareStats(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    std::size_t arrays = 10;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.option("--arrays", options->arrays, "Number of the largest arrays to list")
      .inRange(0, 1000000)
      .showDefault();
  command.flag("--json", options->json, "Print JSON");
  return [options](VerbContext context) {
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage) return kFailure;
    const SceneInventory contents = sceneInventory(*stage, options->arrays);
    if (options->json) {
      context.out << toLine(inventoryToJson(contents, *stage)) << '\n';
    } else {
      context.out << printableLines(inventoryToText(contents, *stage));
    }
    const bool hasErrors = printDiagnostics(stage->clipDiagnostics(), context.err);
    return hasErrors ? kFailure : kSuccess;
  };
}

}  // namespace usdscope
