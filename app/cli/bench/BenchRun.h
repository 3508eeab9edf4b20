// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/StageOptions.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// JSON whose objects keep their order.
using OrderedJson = nlohmann::ordered_json;

/// The scene to measure: a file, and its frames if they are given.
struct BenchScene {
  std::string file;
  /// The frames to measure, never an empty list; if not set, those of the stage's range.
  std::optional<std::vector<double>> frames;
  double clipBudget = kClipMebibytes;  ///< MiB; see StageOptions.
  Environment environment = {};
  bool measuresProcessorTime = false;  ///< The time of all threads, instead of wall time.
};

/// The measurements of one run for one result of its phase.
struct BenchResult {
  std::string name;
  double milliseconds = 0.0;
  /// By how many bytes resident memory has grown at the end of the timing.
  std::int64_t memory = 0;
  std::optional<double> worst;  ///< Milliseconds of the slowest frame.
  std::optional<double> processorMilliseconds;
  OrderedJson check;  ///< The data to check; null except in the checking run.
};

/// One run of one phase: opens the scene, measures, and keeps the results. It releases everything
/// it opens. For one thread.
class BenchRun {
 public:
  BenchRun(const BenchScene& scene, bool isChecking);

  const std::string& file() const { return scene_.file; }
  const Environment& environment() const { return scene_.environment; }

  /// Reads the root layer anew. When it is unreadable, calls fail() and returns null.
  std::shared_ptr<const Layer> readLayer();
  /// Composes the stage anew. When it cannot be opened, calls fail() and returns null.
  std::shared_ptr<const Stage> composeStage();
  /// Makes openLayerCount() count the layers that the stage currently has open.
  void watchLayers(const Stage& stage);
  /// Calls composeStage() and watchLayers().
  std::shared_ptr<const Stage> openStage();

  std::vector<double> framesOf(const Stage& stage) const;

  /// Times `work`. Its inputs are prepared before.
  template <typename Work>
  void time(std::string name, Work&& work) {
    record(std::move(name), millisecondsOf(std::forward<Work>(work)));
  }

  template <typename Work>
  double millisecondsOf(Work&& work) const {
    const double start = now();
    work();
    return now() - start;
  }

  /// Keeps a result that has just been timed. The reference is valid until the next one.
  BenchResult& record(std::string name, double milliseconds);

  /// Calls `compute`, outside of the timing, but only in the checking run.
  template <typename Compute>
  void check(std::string_view name, Compute&& compute) {
    if (!isChecking_) return;
    const OrderedJson found = compute();
    for (BenchResult& result : results_) {
      if (result.name == name) result.check = found;
    }
  }

  /// Reports that the phase cannot be measured. `problem` is one sentence.
  void fail(std::string problem) { problem_ = std::move(problem); }

  const std::string& problem() const { return problem_; }
  const std::vector<BenchResult>& results() const { return results_; }
  /// Returns how many of the watched layers are still open.
  std::size_t openLayerCount() const;

 private:
  /// The time in milliseconds, since any moment.
  double now() const;

  const BenchScene& scene_;
  bool isChecking_;
  std::int64_t memoryBefore_;
  std::vector<BenchResult> results_;
  std::vector<std::weak_ptr<const Layer>> watched_;
  std::string problem_;
};

}  // namespace usdscope
