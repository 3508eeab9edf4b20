// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
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
  std::optional<std::vector<double>> frames;  ///< Never an empty list; no list: the stage's range.
  double clipBudget = kClipMebibytes;         ///< MiB; see StageOptions.
  Environment environment = {};
};

/// The measurements of one run for one result of its phase.
struct BenchResult {
  std::string name;
  double milliseconds = 0.0;
  std::int64_t memory = 0;      ///< Resident bytes that the run has added by the end of the timing.
  std::optional<double> worst;  ///< Milliseconds of the slowest frame.
  std::optional<double> processorMilliseconds;
  OrderedJson check;  ///< Null except in the run that checks.
};

/// One run of one phase: opens the scene, measures, and keeps the results. It releases everything
/// it opens. For one thread.
class BenchRun {
 public:
  BenchRun(const BenchScene& scene, bool isChecking);

  const std::string& file() const { return scene_.file; }
  const Environment& environment() const { return scene_.environment; }

  /// Reads the root layer anew; null, after fail(), when it cannot be read.
  std::shared_ptr<const Layer> readLayer();
  /// Composes the stage anew; null, after fail(), when there is none.
  std::shared_ptr<const Stage> composeStage();
  /// Lets openLayerCount() count the layers that the stage has open now.
  void watchLayers(const Stage& stage);
  /// composeStage() and watchLayers().
  std::shared_ptr<const Stage> openStage();

  std::vector<double> framesOf(const Stage& stage) const;

  /// Times `work`. Its inputs are prepared before.
  template <typename Work>
  void time(std::string name, Work&& work) {
    record(std::move(name), millisecondsOf(std::forward<Work>(work)));
  }

  template <typename Work>
  static double millisecondsOf(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
  }

  /// Keeps a result that has just been timed. The reference is valid until the next one.
  BenchResult& record(std::string name, double milliseconds);

  /// Calls `compute` in the run that checks only, outside of the timing.
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
  const BenchScene& scene_;
  bool isChecking_;
  std::int64_t memoryBefore_;
  std::vector<BenchResult> results_;
  std::vector<std::weak_ptr<const Layer>> watched_;
  std::string problem_;
};

}  // namespace usdscope
