// SPDX-License-Identifier: Apache-2.0
#include "app/session/DocumentLoader.h"

#include <QMetaObject>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/cli/SceneFile.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

DocumentLoader::DocumentLoader(OnState onState, OnOpened onOpened)
    : onState_(std::move(onState)), onOpened_(std::move(onOpened)) {}

DocumentLoader::~DocumentLoader() { cancel(); }

void DocumentLoader::open(const std::string& file) {
  // The thread before ends at its next prim; waiting for it keeps memory at one scene.
  thread_.request_stop();
  const std::uint64_t generation = ++generation_;
  onState_({LoadState::Phase::Reading, file, {}});
  std::jthread before = std::exchange(thread_, {});
  thread_ = std::jthread(
      [this, file, generation, before = std::move(before)](std::stop_token stop) mutable {
        if (before.joinable()) before.join();
        run(stop, file, generation);
      });
}

void DocumentLoader::cancel() {
  ++generation_;
  thread_.request_stop();
}

void DocumentLoader::post(std::uint64_t generation, std::function<void()> call) {
  QMetaObject::invokeMethod(
      this,
      [this, generation, call = std::move(call)] {
        if (generation == generation_) call();
      },
      Qt::QueuedConnection);
}

void DocumentLoader::run(std::stop_token stop, std::string file, std::uint64_t generation) {
  const auto report = [&](LoadState::Phase phase, std::string message = {}) {
    post(generation,
         [this, state = LoadState{phase, file, std::move(message)}] { onState_(state); });
  };
  if (stop.stop_requested()) return;
  report(LoadState::Phase::Composing);
  const std::shared_ptr<LayerCache> layers = makeLayerCache(file);
  StageRequest request;
  request.rootLayer = identifierOf(*layers, file);
  StageResult result = composeStage(request, layers, stop);
  if (stop.stop_requested()) return;
  if (!result.stage) {
    const auto entries = result.diagnostics.entries();
    report(LoadState::Phase::Failed,
           entries.empty() ? "The scene cannot be opened." : toText(entries.front()));
    return;
  }
  report(LoadState::Phase::Extracting);
  Document document;
  document.file = file;
  document.stage = result.stage;
  document.diagnostics = std::make_shared<const Diagnostics>(std::move(result.diagnostics));
  document.extractor = std::make_shared<SceneExtractor>(document.stage);
  if (stop.stop_requested()) return;
  post(generation, [this, document] { onOpened_(document); });
}

}  // namespace usdscope
