// SPDX-License-Identifier: Apache-2.0
#include "engine/report/dump/Dump.h"

#include <memory>
#include <ostream>

#include "app/cli/Messages.h"
#include "app/cli/Output.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"

namespace usdscope {

RunVerb declareDump(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    DumpOptions dump;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.option("--max-prims", options->dump.maxPrims, "Largest number of prims to list; 0: all")
      .notNegative();
  // The published packages of OpenUSD have no MaterialX, and dumps are compared with theirs.
  options->stage.readsMaterialX = false;
  command.flag("--materialx", options->stage.readsMaterialX,
               "Read MaterialX files that layers name");
  command.option("-o,--out", options->out, "File to write; otherwise standard output");
  return [options](VerbContext context) {
    if (options->out.ends_with(".gz")) {
      context.err << "error: --out: Dumps are written uncompressed: name a .json file.\n";
      return kWrongUsage;
    }
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage || !mayWrite(stage, options->out, context)) return kFailure;
    Diagnostics problems;
    const std::string text = dumpToText(dumpStage(*stage, options->dump, problems));
    problems.append(stage->clipDiagnostics());
    checkUsedValues(*stage, problems);
    printDiagnostics(problems, context.err);
    return writeResult(text, options->out, context);
  };
}

}  // namespace usdscope
