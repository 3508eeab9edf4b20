// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchWorker.h"

#include <algorithm>
#include <cmath>

#include "app/cli/bench/Process.h"

namespace usdscope {
namespace {

// Rounds milliseconds to a tenth of a microsecond.
double rounded(double milliseconds) { return std::round(milliseconds * 1e4) / 1e4; }

double medianOf(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2.0;
}

// Combines one result of all runs. The first run is not timed.
OrderedJson summaryOf(const std::vector<std::vector<BenchResult>>& runs, std::size_t index) {
  const BenchResult& first = runs.front()[index];
  std::vector<double> times;
  double worst = INFINITY;
  double processor = INFINITY;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const BenchResult& result = runs[i][index];
    times.push_back(rounded(result.milliseconds));
    worst = std::min(worst, result.worst.value_or(INFINITY));
    processor = std::min(processor, result.processorMilliseconds.value_or(INFINITY));
  }
  OrderedJson summary = {{"ms", times},
                         {"min", *std::min_element(times.begin(), times.end())},
                         {"median", rounded(medianOf(times))},
                         {"firstMs", rounded(first.milliseconds)},
                         {"memory", first.memory},
                         {"check", first.check}};
  if (first.worst) summary["worst"] = rounded(worst);
  if (first.processorMilliseconds) summary["cpuMs"] = rounded(processor);
  return summary;
}

}  // namespace

PhaseReport measurePhase(const BenchPhase& phase, const BenchScene& scene, int repeat) {
  // Loaded before the timing, like the plug-ins of the reference.
  scene.environment.definitions();
  PhaseReport report;
  std::vector<std::vector<BenchResult>> runs;
  for (int i = 0; i <= repeat; ++i) {
    BenchRun run(scene, i == 0);
    phase.run(run);
    report.problem = run.problem();
    if (report.problem.empty() && run.openLayerCount() > 0) {
      report.problem = "Layers stay open after a run.";
    }
    if (!report.problem.empty()) return report;
    runs.push_back(run.results());
    waitUntilIdle();
  }
  for (std::size_t i = 0; i < runs.front().size(); ++i) {
    report.results[runs.front()[i].name] = summaryOf(runs, i);
  }
  return report;
}

}  // namespace usdscope
