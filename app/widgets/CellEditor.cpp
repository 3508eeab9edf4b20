// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/CellEditor.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/theme/Theme.h"

namespace usdscope {
namespace {

constexpr int kLeastWidth = 220;

}  // namespace

CellEditor::CellEditor(QAbstractItemView& view, const QRect& cell, const QString& text,
                       const QString& hint, Take take)
    : QFrame(view.viewport()),
      view_(view),
      line_(new QLineEdit(text)),
      message_(new QLabel),
      take_(std::move(take)) {
  setObjectName("cellEditor");
  setAutoFillBackground(true);
  setStyleSheet(QStringLiteral("#cellEditor { background: %1; border: 1px solid %2; }"
                               "#cellEditor QLineEdit { border: none; }")
                    .arg(theme::kRaised.name(), theme::kFocus.name()));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->setSpacing(0);
  layout->addWidget(line_);
  layout->addWidget(message_);
  theme::useCodeFont(*line_);
  line_->setMaxLength(1'000'000);
  line_->installEventFilter(this);
  message_->setContentsMargins(4, 1, 4, 2);
  message_->setWordWrap(true);
  // A narrow column would hide the reason why a text is refused.
  const int room = view.viewport()->width();
  const int width = std::min(room, std::max(cell.width(), kLeastWidth));
  setFixedWidth(width);
  move(std::min(cell.left(), room - width), cell.top());
  showMessage(hint, false);
  line_->selectAll();
  show();
  raise();
  line_->setFocus(Qt::OtherFocusReason);
}

QString CellEditor::message() const { return message_->text(); }

void CellEditor::showMessage(const QString& text, bool isProblem) {
  message_->setText(text);
  message_->setStyleSheet(
      QStringLiteral("color: %1").arg((isProblem ? theme::kError : theme::kDim).name()));
  const int height = line_->sizeHint().height() + message_->heightForWidth(width() - 2) + 4;
  resize(width(), height);
  // At the end of the list, the message stands over the rows before.
  const int below = view_.viewport()->height() - height;
  if (y() > below && below > 0) move(x(), below);
}

void CellEditor::accept() {
  const QString problem = take_(line_->text());
  if (!problem.isEmpty()) return showMessage(problem, true);
  leave();
}

void CellEditor::leave() {
  if (std::exchange(isClosing_, true)) return;
  const bool hadFocus = line_->hasFocus();
  hide();
  deleteLater();
  if (hadFocus) view_.setFocus(Qt::OtherFocusReason);
}

bool CellEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched == line_ && event->type() == QEvent::ShortcutOverride) {
    event->accept();  // The letters are text, not shortcuts of the window.
    return true;
  }
  if (watched == line_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
      leave();
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      accept();
      return true;
    }
  }
  if (watched == line_ && event->type() == QEvent::FocusOut) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason) leave();
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace usdscope
