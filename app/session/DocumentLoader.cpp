// SPDX-License-Identifier: Apache-2.0
#include "app/session/DocumentLoader.h"

#include <fmt/format.h>

#include <QMetaObject>
#include <utility>

#include "app/files/SceneFile.h"

namespace usdscope {
namespace {

constexpr int kProgressMs = 100;

// The message with its place in the file; the user knows the file, having named it.
std::string reasonOf(const Diagnostic& diagnostic) {
  const SourceSite& site = diagnostic.site;
  std::string place;
  if (site.line > 0) place = fmt::format("line {}", site.line);
  if (site.line > 0 && site.column > 0) place += fmt::format(", column {}", site.column);
  if (site.byteOffset > 0) place = fmt::format("byte {}", site.byteOffset);
  if (!site.path.empty()) place += fmt::format("{}<{}>", place.empty() ? "" : ", ", site.path);
  return place.empty() ? diagnostic.message : place + ": " + diagnostic.message;
}

}  // namespace

DocumentLoader::DocumentLoader(std::shared_ptr<TextureStore> textures, OnState onState,
                               OnOpened onOpened)
    : textures_(std::move(textures)), onState_(std::move(onState)), onOpened_(std::move(onOpened)) {
  progress_.setInterval(kProgressMs);
  connect(&progress_, &QTimer::timeout, this, [this] { setState(state_); });
}

DocumentLoader::~DocumentLoader() { cancel(); }

void DocumentLoader::open(DocumentRequest request) {
  thread_.request_stop();
  const std::uint64_t generation = ++generation_;
  if (!request.layers) request.layers = makeLayerCache(request.environment, request.file);
  layers_ = request.layers;
  progress_.start();
  setState({LoadState::Phase::Composing, request.file, {}, 0});
  // The thread before ends at its next prim; waiting for it keeps memory at one scene.
  std::jthread before = std::exchange(thread_, {});
  thread_ = std::jthread([this, request = std::move(request), generation,
                          before = std::move(before)](std::stop_token stop) mutable {
    if (before.joinable()) before.join();
    if (!stop.stop_requested()) run(stop, request, generation);
  });
}

void DocumentLoader::cancel() {
  ++generation_;
  thread_.request_stop();
  progress_.stop();
  layers_.reset();
}

void DocumentLoader::setState(LoadState state) {
  if (layers_) state.layerCount = layers_->identifiers().size();
  if (!state.isLoading()) progress_.stop();
  state_ = std::move(state);
  onState_(state_);
}

void DocumentLoader::post(std::uint64_t generation, std::function<void()> call) {
  QMetaObject::invokeMethod(
      this,
      [this, generation, call = std::move(call)] {
        if (generation == generation_) call();
      },
      Qt::QueuedConnection);
}

void DocumentLoader::run(std::stop_token stop, const DocumentRequest& request,
                         std::uint64_t generation) {
  const auto report = [&](LoadState::Phase phase, std::string message = {}) {
    post(generation, [this, state = LoadState{phase, request.file, std::move(message), 0}] {
      setState(state);
    });
  };
  StageRequest wanted;
  wanted.rootLayer = identifierOf(*request.layers, request.file);
  wanted.sessionLayer = request.sessionLayer;
  wanted.interpolation = request.interpolation;
  StageResult result;
  std::shared_ptr<StageHistory> history = request.history;
  if (history) {
    RecomposeResult edited = history->edit(wanted, stop);
    result = {.stage = std::move(edited.stage), .diagnostics = std::move(edited.diagnostics)};
  } else {
    result = composeStage(wanted, request.layers, stop);
    if (result.stage) history = std::make_shared<StageHistory>(result);
  }
  if (stop.stop_requested()) return;
  if (!result.stage) {
    const auto entries = result.diagnostics.entries();
    report(LoadState::Phase::Failed,
           entries.empty() ? "The scene cannot be opened." : reasonOf(entries.front()));
    return;
  }
  report(LoadState::Phase::Extracting);
  Document document;
  document.file = request.file;
  document.layers = request.layers;
  document.stage = result.stage;
  document.history = history;
  Diagnostics diagnostics = result.stage->environment().pluginProblems();
  diagnostics.append(result.diagnostics);
  document.diagnostics = std::make_shared<const Diagnostics>(std::move(diagnostics));
  document.extractor = std::make_shared<SceneExtractor>(document.stage);
  const double time = request.time.value_or(document.extractor->timeRange().start);
  std::shared_ptr<const Scene> scene = document.extractor->extract(time, stop);
  if (!scene || stop.stop_requested()) return;
  textures_->prepare(scene->materials.span(), stop);
  if (stop.stop_requested()) return;
  post(generation, [this, document, scene] {
    progress_.stop();
    layers_.reset();
    onOpened_(document, scene);
  });
}

}  // namespace usdscope
