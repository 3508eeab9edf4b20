// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureDrawing.h"

#include <utility>

namespace usdscope {
namespace {

constexpr int kRestMs = 150;

}  // namespace

PictureDrawing::PictureDrawing(Session& session, MakeRequest makeRequest)
    : session_(session),
      makeRequest_(std::move(makeRequest)),
      maker_(std::make_shared<PictureMaker>(session.textures())),
      drawTask_(session.background()),
      pickTask_(session.background()),
      hoverTask_(session.background()),
      fontTask_(session.background()),
      restartTask_(session.background()) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    draw(false);
    resting_.reset();
  });
  fontTask_.start([this](const TaskRun&) -> LatestTask::Show {
    maker_->setHudFont(readHudFont());
    return [this] { redraw(); };
  });
  session_.setDrawing(true);
  session_.skinningCheck().setReader(
      [maker = maker_](const std::shared_ptr<const Scene>& scene, const std::vector<Path>& prims) {
        return maker->read(scene, prims);
      });
}

void PictureDrawing::redraw() {
  rest_.stop();
  if (wanted_) return;
  wanted_.emplace(session_.background());
  resting_.reset();
  QMetaObject::invokeMethod(
      this,
      [this] {
        draw(true);
        wanted_.reset();
      },
      Qt::QueuedConnection);
}

void PictureDrawing::draw(bool isMoving) {
  std::optional<PictureRequest> request = makeRequest_();
  if (!request) return session_.noteDrawn();
  request->isMoving = isMoving;
  // A full picture on a slow device takes long. It is stopped when it is out of date.
  const bool isStale = refined_ && refined_ != request->subject;
  if (isStale) refined_.reset();
  if (!isMoving) refined_ = request->subject;
  drawTask_.start(
      [this, request = std::move(*request)](const TaskRun& run) -> LatestTask::Show {
        std::optional<Picture> drawn = maker_->draw(request, run.stop);
        if (!drawn && run.stop.stop_requested()) return {};
        if (!drawn) return [this] { showProblem(); };
        return [this, drawn = std::move(*drawn)] { show(drawn); };
      },
      isStale ? LatestTask::Previous::Stop : LatestTask::Previous::Finish);
}

void PictureDrawing::show(Picture drawn) {
  picture_ = std::move(drawn);
  const auto& scene = picture_->scene;
  if (picture_->isFull) {
    refined_.reset();
  } else if (!wanted_ && !drawTask_.isRunning()) {
    resting_.emplace(session_.background());
    rest_.start();
  }
  const std::size_t problemCount = picture_->problems ? picture_->problems->entries().size() : 0;
  const auto& source = scene ? scene->source : nullptr;
  if (problemCount != reportedProblems_ || source != reportedSource_) {
    reportedProblems_ = problemCount;
    reportedSource_ = source;
    session_.noteDrawingDiagnostics(picture_->problems);
  }
  if (scene && scene == session_.scene.value() && scene != drawnScene_) {
    drawnScene_ = scene;
    session_.noteDrawn();
  }
  Q_EMIT changed();
}

void PictureDrawing::showProblem() {
  session_.setDrawing(false);
  session_.skinningCheck().setReader({});
  session_.noteDrawingProblem(maker_->problem());
  session_.noteDrawn();
}

void PictureDrawing::pick(const QPoint& pixel, UsePick use) {
  picks_.push_back({pixel, std::move(use)});
  pickNext();
}

void PictureDrawing::pickNext() {
  if (picks_.empty() || pickTask_.isRunning()) return;
  // Looking for a pixel is quick; a full picture need not be.
  if (refined_) {
    drawTask_.cancel();
    refined_.reset();
    resting_.emplace(session_.background());
    rest_.start();
  }
  const QPoint pixel = picks_.front().pixel;
  pickTask_.start([this, pixel](const TaskRun& run) -> LatestTask::Show {
    const std::optional<PickResult> hit = maker_->pick(pixel.x(), pixel.y(), run.stop);
    return [this, hit] {
      const UsePick use = std::move(picks_.front().use);
      picks_.pop_front();
      use(hit);
      pickNext();
    };
  });
}

void PictureDrawing::pickUnderPointer(const QPoint& pixel, UsePick use) {
  hoverTask_.start([this, pixel, use = std::move(use)](const TaskRun& run) -> LatestTask::Show {
    const std::optional<PickResult> hit = maker_->pick(pixel.x(), pixel.y(), run.stop);
    if (run.stop.stop_requested()) return {};
    return [use, hit] { use(hit); };
  });
}

void PictureDrawing::restart() {
  restartTask_.start([this](const TaskRun&) -> LatestTask::Show {
    maker_->restart();
    return [this] {
      session_.setDrawing(true);
      session_.noteDrawingProblem({});
      redraw();
    };
  });
}

}  // namespace usdscope
