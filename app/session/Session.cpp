// SPDX-License-Identifier: Apache-2.0
#include "app/session/Session.h"

#include <QSettings>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/session/DocumentLoader.h"
#include "app/session/PlaybackClock.h"
#include "app/session/SceneProducer.h"

namespace usdscope {
namespace {

constexpr std::size_t kRecentFiles = 10;
constexpr const char* kRecentKey = "recentFiles";

std::vector<std::string> storedRecentFiles() {
  std::vector<std::string> files;
  for (const QString& file : QSettings().value(kRecentKey).toStringList()) {
    files.push_back(file.toStdString());
  }
  return files;
}

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
  recentFiles.set(storedRecentFiles());
  loader_ = std::make_unique<DocumentLoader>([this](LoadState state) { loading.set(state); },
                                             [this](Document opened) { takeDocument(opened); });
  producer_ = std::make_unique<SceneProducer>(
      [this](std::shared_ptr<const Scene> produced) { takeScene(std::move(produced)); });
  clock_ = std::make_unique<PlaybackClock>(playback);
  playback.observe(this, [this, asked = double()](const PlaybackState& state) mutable {
    if (!document.value().isOpen() || state.time == asked) return;
    asked = state.time;
    producer_->request(document.value().extractor, state.time);
  });
}

Session::~Session() = default;

void Session::open(const std::string& file) {
  setPlaying(false);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  loader_->open(error ? file : absolute.lexically_normal().string());
}

void Session::reload() {
  if (document.value().isOpen()) open(document.value().file);
}

void Session::cancelLoading() {
  loader_->cancel();
  loading.set({});
}

void Session::close() {
  cancelLoading();
  setPlaying(false);
  producer_->clear();
  scene.set(nullptr);
  selection.set({});
  document.set({});
  playback.set({});
}

void Session::takeDocument(Document opened) {
  const bool isReload = document.value().file == opened.file;
  producer_->clear();
  PlaybackState state;
  const TimeCodeRange range = opened.extractor->timeRange();
  state.start = range.start;
  state.end = range.end;
  state.rangeSource = range.isAuthored          ? PlaybackState::RangeSource::Authored
                      : range.end > range.start ? PlaybackState::RangeSource::Samples
                                                : PlaybackState::RangeSource::None;
  state.framesPerSecond = opened.stage->framesPerSecond();
  state.timeCodesPerSecond = opened.stage->timeCodesPerSecond();
  state.pace = playback.value().pace;
  state.isLooping = playback.value().isLooping;
  state.time = isReload ? playback.value().time : state.start;

  const Selection kept = isReload ? selection.value() : Selection();
  selection.set({});
  scene.set(nullptr);
  if (!isReload) {
    ViewSettings settings = view.value();
    settings.camera = {};
    view.set(settings);
  }
  document.set(std::move(opened));
  playback.set(state);
  producer_->request(document.value().extractor, state.time);
  select(kept.prims);
  loading.set({});
  noteRecentFile(document.value().file);
}

void Session::takeScene(std::shared_ptr<const Scene> produced) {
  const bool isNew = produced != scene.value();
  scene.set(std::move(produced));
  if (!isDrawing_ || !isNew) clock_->noteShown();
}

void Session::noteDrawn() { clock_->noteShown(); }

void Session::noteRecentFile(const std::string& file) {
  std::vector<std::string> files = recentFiles.value();
  std::erase(files, file);
  files.insert(files.begin(), file);
  if (files.size() > kRecentFiles) files.resize(kRecentFiles);
  QStringList stored;
  for (const std::string& entry : files) stored.push_back(QString::fromStdString(entry));
  QSettings().setValue(kRecentKey, stored);
  recentFiles.set(std::move(files));
}

void Session::select(std::vector<Path> prims) {
  const Document& open = document.value();
  std::erase_if(prims, [&](Path path) { return !open.isOpen() || !open.stage->primAt(path); });
  Selection next;
  next.prims = std::move(prims);
  // The property stays selected where the next prim has it too.
  const Token property = selection.value().property;
  if (property && !next.prims.empty()) {
    const Prim prim = open.stage->primAt(next.leading());
    const std::vector<Token> names = prim.propertyNames();
    if (std::ranges::find(names, property) != names.end()) next.property = property;
  }
  selection.set(std::move(next));
}

void Session::selectProperty(Token property) {
  Selection next = selection.value();
  next.property = property;
  selection.set(std::move(next));
}

void Session::setTime(double time) {
  PlaybackState state = playback.value();
  state.time = time;
  state.isPlaying = false;
  playback.set(state);
}

void Session::setPlaying(bool isPlaying) {
  PlaybackState state = playback.value();
  if (isPlaying && !state.isAnimated()) return;
  if (isPlaying && !state.isPlaying) {
    state.droppedFrames = 0;
    state.measuredFps = 0.0;
    if (state.time < state.start || state.time > state.end ||
        (!state.isLooping && state.time >= state.end)) {
      state.time = state.start;
    }
  }
  state.isPlaying = isPlaying;
  playback.set(state);
}

void Session::step(int frames) {
  if (playback.value().isAnimated()) setTime(stepped(playback.value(), frames));
}

void Session::goToStart() { setTime(playback.value().start); }

void Session::goToEnd() { setTime(playback.value().end); }

bool Session::isSettled() const {
  const LoadState::Phase phase = loading.value().phase;
  const bool isLoading = phase != LoadState::Phase::Idle && phase != LoadState::Phase::Failed;
  return !isLoading && !producer_->isBusy();
}

}  // namespace usdscope
