// SPDX-License-Identifier: Apache-2.0
#include "app/StartUp.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "app/viewport/ViewportWidget.h"

namespace usdscope {
namespace {

constexpr int kPollMs = 30;

}  // namespace

StartUp::StartUp(Session& session, MainWindow& window, const ViewOptions& options,
                 const QElapsedTimer& sinceStart)
    : session_(session), window_(window), options_(options), sinceStart_(sinceStart) {
  sinceOpening_.start();
  oldNotices_ = session_.notices.value();
  session_.document.observe(this, [this](const Document& open) { noteDocument(open); });
  session_.loading.observe(this, [this](const LoadState& state) { noteLoading(state); });
  connect(&window_.viewport(), &ViewportWidget::pictureChanged, this, &StartUp::notePicture);
  settling_.setInterval(kPollMs);
  connect(&settling_, &QTimer::timeout, this, &StartUp::quitWhenSettled);
  if (options_.quitsAfterStart) settling_.start();
}

void StartUp::printTime(const std::string& what, const QElapsedTimer& since) {
  std::cout << fmt::format("Time to {}: {:.6f}s", what, double(since.nsecsElapsed()) * 1e-9) << '\n'
            << std::flush;
}

void StartUp::noteDocument(const Document& document) {
  if (!document.isOpen() || isOpened_) return;
  isOpened_ = true;
  if (options_.printsTimes) {
    printTime("open stage \"" + options_.file + "\"", sinceOpening_);
  }
}

// The scene and its selection are there when loading has ended.
void StartUp::noteLoading(const LoadState& state) {
  if (state.isLoading() || !isOpened_ || isFramed_) return;
  isFramed_ = true;
  printNewNotices();
  const auto& opening = options_.opening;
  const bool isSelected = opening && !opening->selected.empty() && opening->camera.empty() &&
                          !session_.selection.value().prims.empty();
  if (isSelected) window_.frameSelection();
}

void StartUp::printNewNotices() const {
  for (const std::string& notice : session_.notices.value()) {
    const bool isNew = std::ranges::find(oldNotices_, notice) == oldNotices_.end();
    if (isNew) std::cerr << "warning: " << notice << '\n';
  }
}

void StartUp::notePicture() {
  const auto& picture = window_.viewport().picture();
  if (isDrawn_ || !isOpened_ || !picture || !picture->scene) return;
  isDrawn_ = true;
  if (options_.printsTimes) {
    printTime("create first image", sinceOpening_);
    printTime("start up", sinceStart_);
  }
}

void StartUp::quitWhenSettled() {
  if (!session_.isSettled()) return;
  settling_.stop();
  Q_EMIT quitWanted(options_.file.empty() || isOpened_);
}

}  // namespace usdscope
