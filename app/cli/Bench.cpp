// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <ostream>

#include "app/capture/FrameRange.h"
#include "app/cli/Messages.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "app/cli/bench/BenchReport.h"
#include "app/cli/bench/BenchWorker.h"
#include "app/cli/bench/Process.h"
#include "app/files/SceneFile.h"
#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

constexpr std::int64_t kMaxBenchFrames = 10'000'000;

struct BenchOptions {
  std::string file;
  std::vector<std::string> phases;
  int repeat = 5;
  std::string frames;
  double clipBudget = kClipMebibytes;
  bool isJson = false;
  bool measuresProcessorTime = false;
  std::string worker;  ///< The phase that this process measures; empty: all, in new processes.
};

// Sets the scene and its frames. Returns the problem of --frames, or nothing.
std::string readScene(const BenchOptions& options, BenchScene& scene) {
  scene.file = options.file;
  scene.clipBudget = options.clipBudget;
  scene.measuresProcessorTime = options.measuresProcessorTime;
  if (options.frames.empty()) return {};
  const FrameRanges parsed = parseFrames(options.frames);
  if (!parsed.problem.empty()) return parsed.problem;
  if (parsed.count() > kMaxBenchFrames) return "There are too many frames.";
  scene.frames.emplace();
  for (const FrameRange& range : parsed.ranges) {
    for (std::int64_t i = 0; i < range.count; ++i) scene.frames->push_back(range.frame(i));
  }
  return {};
}

std::string unknownPhase(std::string_view name) {
  std::string names;
  for (const BenchPhase& phase : benchPhases()) {
    if (phase.run) names += fmt::format("{}{}", names.empty() ? "" : ", ", phase.name);
  }
  return fmt::format("error: There is no phase {}. The phases are {}.\n", name, names);
}

// Measures one phase in this process.
int runWorker(const BenchOptions& options, const BenchScene& scene, VerbContext context) {
  const BenchPhase* phase = findBenchPhase(options.worker);
  if (!phase || !phase->run) {
    context.err << unknownPhase(options.worker);
    return kWrongUsage;
  }
  const PhaseReport report = measurePhase(*phase, scene, options.repeat);
  if (!report.problem.empty()) {
    context.err << fmt::format("error: phase {}: {}\n", options.worker, report.problem);
    return kFailure;
  }
  context.out << report.results.dump() << '\n';
  return kSuccess;
}

// Measures one phase in a new process and adds its results.
bool addPhase(const BenchOptions& options, std::string_view phase, OrderedJson& phases,
              std::ostream& err) {
  std::vector<std::string> arguments = {"--threads", std::to_string(threadCount()), "bench"};
  arguments.push_back(fmt::format("--worker={}", phase));
  arguments.push_back(fmt::format("--repeat={}", options.repeat));
  arguments.push_back(fmt::format("--clipBudget={}", options.clipBudget));
  if (!options.frames.empty()) arguments.push_back("--frames=" + options.frames);
  if (options.measuresProcessorTime) arguments.emplace_back("--processorTime");
  arguments.push_back("--");
  arguments.push_back(options.file);
  const std::optional<ProcessResult> result = runOwnProgram(arguments);
  // The process has printed why.
  if (result && (result->status == kFailure || result->status == kUnreadable)) return false;
  const OrderedJson found =
      OrderedJson::parse(result ? result->out : std::string(), nullptr, false);
  if (!result || result->status != kSuccess || !found.is_object()) {
    err << fmt::format("error: The process of phase {} failed{}.\n", phase,
                       result ? fmt::format(" with status {}", result->status) : " to start");
    return false;
  }
  phases.update(found);
  return true;
}

// Returns the phases of --phases, or all. Returns false for an unknown phase.
bool choosePhases(const BenchOptions& options, std::vector<const BenchPhase*>& chosen,
                  std::ostream& err) {
  for (const std::string& name : options.phases) {
    chosen.push_back(findBenchPhase(name));
    if (chosen.back()) continue;
    err << unknownPhase(name);
    return false;
  }
  if (!options.phases.empty()) return true;
  for (const BenchPhase& phase : benchPhases()) {
    if (phase.run) chosen.push_back(&phase);
  }
  return true;
}

int runBench(const BenchOptions& options, VerbContext context) {
  BenchScene scene;
  scene.environment = context.environment;
  if (const std::string problem = readScene(options, scene); !problem.empty()) {
    context.err << "error: " << problem << '\n';
    return kWrongUsage;
  }
  if (!options.worker.empty()) return runWorker(options, scene, context);

  std::vector<const BenchPhase*> chosen;
  if (!choosePhases(options, chosen, context.err)) return kWrongUsage;
  // The problems of the file are printed here, once for all phases.
  if (options.file == "-") {
    context.err << "error: bench opens a scene once for each phase, so it needs a file.\n";
    return kWrongUsage;
  }
  const std::shared_ptr<LayerCache> layers = makeLayerCache(context.environment, options.file);
  const auto opened = layers->findOrOpen(identifierOf(*layers, options.file));
  if (!opened->layer) {
    printDiagnostics(opened->diagnostics, context.err);
    return kUnreadable;
  }
  bool isComplete = true;
  OrderedJson phases = OrderedJson::object();
  for (const BenchPhase* phase : chosen) {
    if (!addPhase(options, phase->name, phases, context.err)) {
      isComplete = false;
    }
  }
  const OrderedJson report = makeBenchReport(options.file, std::move(phases));
  context.out << (options.isJson ? report.dump(1) + '\n' : benchReportToTable(report));
  return isComplete ? kSuccess : kFailure;
}

}  // namespace

RunVerb declareBench(VerbOptions& command) {
  auto options = std::make_shared<BenchOptions>();
  command.option("FILE", options->file, "Scene to measure").required();
  command
      .option("--phases", options->phases, "Phases to measure, separated by commas; otherwise all")
      .delimiter(',');
  command.option("--repeat", options->repeat, "Timed runs of each phase").inRange(1, 100000);
  command.option("--frames", options->frames,
                 "FIRST:LAST or FIRST:LASTxSTEP; otherwise the range of the stage");
  addClipBudgetOption(command, options->clipBudget);
  command.flag("--json", options->isJson, "Print JSON instead of a table");
  command.flag("--processorTime", options->measuresProcessorTime,
               "Measure processor time of all threads instead of wall time, for busy machines");
  command.option("--worker", options->worker).hidden();
  return [options](VerbContext context) { return runBench(*options, context); };
}

}  // namespace usdscope
