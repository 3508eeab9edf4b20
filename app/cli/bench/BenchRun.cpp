// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/BenchRun.h"

#include <algorithm>
#include <chrono>

#include "app/capture/FrameRange.h"
#include "app/cli/StageOptions.h"
#include "app/cli/bench/Process.h"
#include "app/files/SceneFile.h"
#include "app/files/StageInputs.h"

namespace usdscope {
namespace {

// Returns the first error as text.
std::string firstError(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.entries()) {
    if (diagnostic.code.severity == Severity::Error) return toText(diagnostic);
  }
  return "The scene cannot be read.";
}

}  // namespace

BenchRun::BenchRun(const BenchScene& scene, bool isChecking)
    : scene_(scene), isChecking_(isChecking), memoryBefore_(residentByteSize()) {}

std::shared_ptr<const Layer> BenchRun::readLayer() {
  const auto layers = makeLayerCache(environment(), file());
  const auto opened = layers->findOrOpen(identifierOf(*layers, file()));
  if (!opened->layer) fail(firstError(opened->diagnostics));
  return opened->layer;
}

std::shared_ptr<const Stage> BenchRun::composeStage() {
  const auto layers = makeLayerCache(environment(), file());
  StageRequest request;
  request.rootLayer = identifierOf(*layers, file());
  request.sessionLayer = withContextVariables(nullptr);
  request.clipByteBudget = clipByteBudget(scene_.clipBudget);
  StageResult result = usdscope::composeStage(request, layers);
  if (!result.stage) fail(firstError(result.diagnostics));
  return result.stage;
}

void BenchRun::watchLayers(const Stage& stage) {
  for (const std::string& identifier : stage.layers().identifiers()) {
    const auto opened = stage.layers().find(identifier);
    if (opened && opened->layer) watched_.push_back(opened->layer);
  }
}

std::shared_ptr<const Stage> BenchRun::openStage() {
  std::shared_ptr<const Stage> stage = composeStage();
  if (stage) watchLayers(*stage);
  return stage;
}

std::vector<double> BenchRun::framesOf(const Stage& stage) const {
  if (scene_.frames) return *scene_.frames;
  const TimeCodeRange range = stage.timeCodeRange();
  const FrameRange frames = framesFrom(range.start, range.end);
  std::vector<double> times;
  for (std::int64_t i = 0; i < frames.count; ++i) times.push_back(frames.frame(i));
  return times;
}

BenchResult& BenchRun::record(std::string name, double milliseconds) {
  BenchResult& result = results_.emplace_back();
  result.name = std::move(name);
  result.milliseconds = milliseconds;
  result.memory = residentByteSize() - memoryBefore_;
  return result;
}

double BenchRun::now() const {
  if (scene_.measuresProcessorTime) return processorMilliseconds();
  const auto wall = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(wall).count();
}

std::size_t BenchRun::openLayerCount() const {
  return static_cast<std::size_t>(std::count_if(
      watched_.begin(), watched_.end(), [](const auto& layer) { return !layer.expired(); }));
}

}  // namespace usdscope
