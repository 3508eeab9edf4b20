// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipMatrixPage.h"

#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/tasks/FreeInBackground.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

// A large matrix is copied to show a part of it, which takes a small share of the time at most.
constexpr std::chrono::milliseconds kProgressEvery(500);
constexpr int kCopyShare = 10;

// The matrix may have many millions of cells.
std::shared_ptr<const ShownMatrix> shownOf(std::shared_ptr<const ClipMatrix> matrix) {
  return freedInBackground(std::make_shared<const ShownMatrix>(std::move(matrix)));
}

// "12 attributes in 29 clips"; a clip that plays several times has several columns.
QString matrixSizeText(const ClipMatrix& matrix) {
  const std::size_t rows = matrix.rows.size();
  const std::size_t columns = matrix.lane.blocks.size();
  const QString attributes = rows == 1 ? ClipMatrixPage::tr("1 attribute")
                                       : ClipMatrixPage::tr("%L1 attributes").arg(rows);
  const QString clips = matrix.fileCount == 1
                            ? ClipMatrixPage::tr("1 clip")
                            : ClipMatrixPage::tr("%L1 clips").arg(matrix.fileCount);
  if (columns == matrix.fileCount) return ClipMatrixPage::tr("%1 in %2").arg(attributes, clips);
  return ClipMatrixPage::tr("%1 in %2, which play %L3 times").arg(attributes, clips).arg(columns);
}

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

void ClipMatrixPage::showLane(std::shared_ptr<const Stage> stage, const ClipLane& lane,
                              std::shared_ptr<ClipContentsStore> store) {
  if (stage == stage_ && lane.anchor == prim_ && lane.set == set_) return;
  stage_ = stage;
  prim_ = lane.anchor;
  set_ = lane.set;
  view_->show(nullptr);
  const QString title =
      tr("%1 on %2")
          .arg(QString::fromStdString(lane.set), QString::fromStdString(lane.anchor.text()));
  say(title);
  task_.start([this, stage, lane, title, store](const TaskRun& run) -> LatestTask::Show {
    using Clock = std::chrono::steady_clock;
    Clock::time_point nextCount = Clock::now() + kProgressEvery;
    Clock::time_point nextCopy = nextCount;
    const auto showPart = [&](const ClipMatrix& part) {
      const auto now = Clock::now();
      if (now < nextCount) return;
      nextCount = now + kProgressEvery;
      run.post([this, title, read = part.readCount, all = part.fileCount] {
        say(tr("%1: %L2 of %L3 clip files read").arg(title).arg(read).arg(all));
      });
      if (now < nextCopy) return;
      const auto shown = shownOf(std::make_shared<const ClipMatrix>(part));
      const Clock::duration spent = Clock::now() - now;
      nextCopy = now + spent + std::max<Clock::duration>(kProgressEvery, kCopyShare * spent);
      run.post([this, shown] { view_->show(shown); });
    };
    auto matrix = readClipMatrix(*stage, lane, showPart, run.stop, store.get());
    if (!matrix) return {};
    const auto shown = shownOf(std::move(matrix));
    return [this, shown, title] {
      view_->show(shown);
      say(tr("%1: %2").arg(title, matrixSizeText(*shown->matrix)));
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
