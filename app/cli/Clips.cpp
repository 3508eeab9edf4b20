// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/clips/ClipMatrix.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {
namespace {

int printMatrices(const Stage& stage, bool isJson, VerbContext& context) {
  Json all = Json::array();
  std::size_t faults = 0;
  for (const ClipLane& lane : clipLanesOf(stage)) {
    const auto matrix = readClipMatrix(stage, lane);
    for (const ClipCell bad : {ClipCell::Undeclared, ClipCell::WrongType, ClipCell::NoFile}) {
      faults += matrix->countOf(bad);
    }
    if (isJson) {
      all.push_back(clipMatrixToJson(*matrix));
    } else {
      context.out << printableLines(clipMatrixToText(*matrix));
    }
  }
  if (isJson) context.out << toLine(all) << '\n';
  return faults > 0 ? kFailure : kSuccess;
}

}  // namespace

RunVerb declareClips(VerbOptions& command) {
  struct Options {
    StageOptions stage;
    bool json = false;
    bool matrix = false;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.flag("--json", options->json, "Print JSON");
  command.flag("--matrix", options->matrix,
               "Print which clips have samples of which attributes, and nothing else");
  return [options](VerbContext context) {
    const std::shared_ptr<const Stage> stage = openStage(options->stage, context);
    if (!stage) return kFailure;
    if (options->matrix) return printMatrices(*stage, options->json, context);
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
