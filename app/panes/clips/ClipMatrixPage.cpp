// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipMatrixPage.h"

#include <QVBoxLayout>
#include <chrono>

#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

// A large matrix is copied to show a part of it.
constexpr std::chrono::milliseconds kProgressEvery(500);

}  // namespace

ClipMatrixPage::ClipMatrixPage(Session& session, QWidget* parent)
    : QWidget(parent),
      heading_(makeHeading()),
      view_(new ClipMatrixView),
      task_(session.background()) {
  QVBoxLayout* layout = makeColumn(*this);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  task_.setSeen(false);
}

void ClipMatrixPage::say(const QString& text) {
  text_ = text;
  heading_->setFullText(text);
}

void ClipMatrixPage::showNothing() {
  task_.cancel();
  stage_.reset();
  view_->show(nullptr);
  say({});
}

void ClipMatrixPage::showLane(std::shared_ptr<const Stage> stage, const ClipLane& lane) {
  if (stage == stage_ && lane.anchor == prim_ && lane.set == set_) return;
  stage_ = stage;
  prim_ = lane.anchor;
  set_ = lane.set;
  view_->show(nullptr);
  const QString title =
      tr("%1 on %2")
          .arg(QString::fromStdString(lane.set), QString::fromStdString(lane.anchor.text()));
  say(title);
  task_.start([this, stage, lane, title](const TaskRun& run) -> LatestTask::Show {
    auto last = std::chrono::steady_clock::now();
    const auto showPart = [&](const ClipMatrix& part) {
      const auto now = std::chrono::steady_clock::now();
      if (now - last < kProgressEvery) return;
      last = now;
      auto shown = std::make_shared<const ShownMatrix>(std::make_shared<const ClipMatrix>(part));
      run.post([this, shown, title] {
        view_->show(shown);
        say(tr("%1: reading clips, %L2 of %L3")
                .arg(title)
                .arg(shown->matrix->readCount)
                .arg(shown->matrix->fileCount));
      });
    };
    auto matrix = readClipMatrix(*stage, lane, showPart, run.stop);
    if (!matrix) return {};
    auto shown = std::make_shared<const ShownMatrix>(std::move(matrix));
    return [this, shown, title] {
      view_->show(shown);
      say(tr("%1: %L2 attributes, %L3 clips")
              .arg(title)
              .arg(shown->matrix->rows.size())
              .arg(shown->matrix->lane.blocks.size()));
    };
  });
}

void ClipMatrixPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  task_.setSeen(true);
}

void ClipMatrixPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  task_.setSeen(false);
}

}  // namespace usdscope
