// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PaneTask.h"

#include <QDockWidget>
#include <QEvent>
#include <QLabel>

#include "app/theme/Theme.h"

namespace usdscope {

PaneTask::PaneTask(Session& session, QWidget& pane)
    : LatestTask(session.background()), pane_(pane), hint_(new QLabel(tr("Reading …"), &pane)) {
  hint_->setAutoFillBackground(true);
  hint_->setContentsMargins(8, 2, 8, 2);
  hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  theme::makeDim(*hint_);
  hint_->hide();
  connect(this, &LatestTask::slowChanged, this, [this](bool isSlow) {
    placeHint();
    hint_->setVisible(isSlow);
  });
  setSeen(false);
  pane.installEventFilter(this);
}

void PaneTask::startFor(const Subject& subject, Work work) {
  const bool isSame = subject.stage.get() == stage_ && subject.prim.path() == prim_ &&
                      subject.property == property_;
  stage_ = subject.stage.get();
  prim_ = subject.prim.path();
  property_ = subject.property;
  start(std::move(work), isSame ? Previous::Finish : Previous::Stop);
}

void PaneTask::placeHint() {
  hint_->adjustSize();
  hint_->move(pane_.width() - hint_->width(), 0);
  hint_->raise();
}

bool PaneTask::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &pane_ && event->type() == QEvent::Resize) placeHint();
  if (watched == &pane_ && event->type() == QEvent::ParentChange) {
    // Qt counts a pane behind another tab as visible; its dock knows better.
    if (auto* dock = qobject_cast<QDockWidget*>(pane_.parentWidget())) {
      connect(dock, &QDockWidget::visibilityChanged, this, [this](bool isSeen) {
        setSeen(isSeen);
        Q_EMIT seenChanged(isSeen);
      });
    }
  }
  return LatestTask::eventFilter(watched, event);
}

}  // namespace usdscope
