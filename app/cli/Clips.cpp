// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

RunVerb declareClips(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.flag("--json", options->json, "Print JSON");
  return [options](VerbContext context) {
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage) return kFailure;
    const ClipsReport report = reportClips(*stage);
    if (options->json) {
      context.out << toLine(clipsToJson(report, *stage)) << '\n';
    } else {
      context.out << printableLines(clipsToText(report, *stage));
    }
    return report.hasProblems() ? kFailure : kSuccess;
  };
}

}  // namespace usdscope
