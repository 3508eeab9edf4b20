// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureDrawing.h"

#include <QScopeGuard>
#include <utility>

#include "app/session/view/DisplayColors.h"

namespace usdscope {
namespace {

constexpr int kRestMs = 150;

}  // namespace

PictureDrawing::PictureDrawing(Session& session, std::shared_ptr<PictureMaker> maker, ViewId view,
                               MakeRequest makeRequest)
    : session_(session),
      makeRequest_(std::move(makeRequest)),
      maker_(std::move(maker)),
      view_(view),
      drawTask_(session.background()),
      answerTask_(session.background()),
      hoverTask_(session.background()),
      restartTask_(session.background()) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    const auto end = qScopeGuard([this] { resting_.reset(); });
    draw(false);
  });
  connect(&session_.displayColors().state, &ObservableBase::changed, this, &PictureDrawing::redraw);
  connect(&drawTask_, &LatestTask::failed, this, [this] { refined_.reset(); });
  connect(&answerTask_, &LatestTask::failed, this, [this] { answerNext(); });
}

PictureDrawing::~PictureDrawing() { maker_->forget(view_); }

void PictureDrawing::redraw() {
  rest_.stop();
  if (wanted_) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        const auto end = qScopeGuard([this] { wanted_.reset(); });
        draw(true);
      },
      Qt::QueuedConnection);
  wanted_.emplace(session_.background());
  resting_.reset();
}

void PictureDrawing::forget() {
  rest_.stop();
  resting_.reset();
  drawTask_.cancel();
  refined_.reset();
  picture_.reset();
}

void PictureDrawing::draw(bool isMoving) {
  std::optional<PictureRequest> request = makeRequest_();
  if (!request) {
    Q_EMIT skipped();
    return;
  }
  request->isMoving = isMoving;
  request->hud.colors = session_.displayColors().state.value().choice;
  // A full picture on a slow device takes long. It is stopped when it is out of date.
  const bool isStale = refined_ && refined_ != request->subject;
  if (isStale) refined_.reset();
  if (!isMoving) refined_ = request->subject;
  drawTask_.start(
      [this, request = std::move(*request)](const TaskRun& run) -> LatestTask::Show {
        std::optional<Picture> drawn = maker_->draw(view_, request, run.stop);
        if (!drawn && run.stop.stop_requested()) return {};
        if (!drawn) {
          return [this] {
            picture_.reset();  // It shows another frame than the rest of the window.
            Q_EMIT failed();
          };
        }
        return [this, drawn = std::move(*drawn)] { show(drawn); };
      },
      isStale ? LatestTask::Previous::Stop : LatestTask::Previous::Finish);
}

void PictureDrawing::show(Picture drawn) {
  picture_ = std::move(drawn);
  if (picture_->isFull) {
    refined_.reset();
  } else if (!wanted_ && !drawTask_.isRunning()) {
    resting_.emplace(session_.background());
    rest_.start();
  }
  Q_EMIT changed();
}

void PictureDrawing::ask(Question question) {
  questions_.push_back(std::move(question));
  answerNext();
}

void PictureDrawing::answerNext() {
  if (questions_.empty() || answerTask_.isRunning()) return;
  // Looking for a pixel is quick; a full picture need not be.
  if (refined_) {
    drawTask_.cancel();
    refined_.reset();
    resting_.emplace(session_.background());
    rest_.start();
  }
  // A question that fails must not stay in front of the others.
  Question next = std::move(questions_.front());
  questions_.pop_front();
  answerTask_.start([this, question = std::move(next)](const TaskRun& run) -> LatestTask::Show {
    return [this, answer = question(*maker_, view_, run.stop)] {
      answer();
      answerNext();
    };
  });
}

void PictureDrawing::pickUnderPointer(const QPoint& pixel, UsePick use) {
  hoverTask_.start([this, pixel, use = std::move(use)](const TaskRun& run) -> LatestTask::Show {
    const std::optional<PickResult> hit = maker_->pick(view_, pixel.x(), pixel.y(), run.stop);
    if (run.stop.stop_requested()) return {};
    return [use, hit] { use(hit); };
  });
}

void PictureDrawing::restart() {
  restartTask_.start([this](const TaskRun&) -> LatestTask::Show {
    maker_->restart();
    return [this] {
      Q_EMIT restarted();
      redraw();
    };
  });
}

}  // namespace usdscope
