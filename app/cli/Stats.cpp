// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/cli/FileJob.h"
#include "app/cli/Messages.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/base/Utf8.h"
#include "engine/report/statistics/SceneInventory.h"

namespace usdscope {
namespace {

struct StatsOptions {
  StageOptions stage;
  FileJobOptions job;
  std::size_t arrays = 10;
  bool json = false;
};

// Counts one scene. With several in one process its memory is not that of the scene, and results in
// a folder are the same in each run. `result` is the file that the caller writes; empty for none.
int runStats(const StatsOptions& options, const std::string& file, const std::string& result,
             bool isOnly, VerbContext context) {
  StageOptions stageOptions = options.stage;
  stageOptions.file = file;
  const std::shared_ptr<const Stage> stage = openStage(stageOptions, context);
  if (!stage || !mayWrite(stage, result, context)) return kFailure;
  SceneInventory contents = sceneInventory(*stage, options.arrays);
  if (!isOnly) contents.residentBytes = 0;
  if (options.json) {
    context.out << toLine(inventoryToJson(contents, *stage)) << '\n';
  } else {
    context.out << printableLines(inventoryToText(contents, *stage));
  }
  const bool hasErrors = printDiagnostics(stage->clipDiagnostics(), context.err);
  return hasErrors ? kFailure : kSuccess;
}

}  // namespace

RunVerb declareStats(VerbOptions& command) {
  auto options = std::make_shared<StatsOptions>();
  addStageOptions(command, options->stage);
  addMaskOption(command, options->stage.mask);
  command.option("--arrays", options->arrays, "Number of the largest arrays to list")
      .inRange(0, 1000000)
      .showDefault();
  command.flag("--json", options->json, "Print JSON");
  addFileJobOptions(command, options->job);
  command.footer(
      "The memory of the process is printed for one file only. Results in --outFolder do not have "
      "it: they are the same in every run, with any number of shards and threads.");
  return [options](VerbContext context) {
    if (!options->job.isGiven()) return runStats(*options, options->stage.file, {}, true, context);
    FileJob job{.options = options->job, .printsJson = options->json};
    job.files = {options->stage.file};
    job.files.insert(job.files.end(), options->job.more.begin(), options->job.more.end());
    job.ending = options->json ? ".stats.json" : ".stats.txt";
    job.run = [options](const std::string& file, const std::string& out, VerbContext own) {
      return runStats(*options, file, out, false, own);
    };
    return runFileJob(job, context);
  };
}

}  // namespace usdscope
