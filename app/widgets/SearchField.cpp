// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/SearchField.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>

#include "app/theme/Icons.h"
#include "app/theme/Theme.h"
#include "app/widgets/FocusReturn.h"

namespace usdscope {
namespace {

constexpr int kPauseMs = 150;

QString grouped(qsizetype number) { return QLocale(QLocale::English).toString(qint64(number)); }

}  // namespace

SearchField::SearchField(const QString& placeholder, QWidget* parent)
    : QWidget(parent), edit_(new QLineEdit), count_(new QLabel), focus_(new FocusReturn(*edit_)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  layout->addWidget(edit_, 1);
  layout->addWidget(count_);
  edit_->setPlaceholderText(placeholder);
  edit_->setAccessibleName(placeholder);
  edit_->setClearButtonEnabled(true);
  edit_->addAction(theme::icon("search"), QLineEdit::LeadingPosition);
  edit_->installEventFilter(this);
  setFocusProxy(edit_);
  theme::makeDim(*count_);
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(edit_, &QLineEdit::textChanged, &pause_, qOverload<>(&QTimer::start));
  connect(&pause_, &QTimer::timeout, this, [this] { Q_EMIT searched(text()); });
}

QString SearchField::text() const { return edit_->text().trimmed(); }

void SearchField::setText(const QString& text) { edit_->setText(text); }

void SearchField::searchFor(const QString& text) {
  setText(text);
  searchNow();
}

// Searches for a text that was typed a moment ago.
void SearchField::searchNow() {
  if (!pause_.isActive()) return;
  pause_.stop();
  Q_EMIT searched(text());
}

void SearchField::setCount(qsizetype shown, qsizetype total) {
  setNote(text().isEmpty() ? grouped(total) : tr("%1 of %2").arg(grouped(shown), grouped(total)));
}

void SearchField::setNote(const QString& note) { count_->setText(note); }

bool SearchField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    // In a dialog, Esc in an empty field closes the dialog.
    const bool closes = edit_->text().isEmpty() && qobject_cast<QDialog*>(window());
    if (key->key() == Qt::Key_Escape && !closes) {
      edit_->clear();
      focus_->giveBack();
      return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      searchNow();
      Q_EMIT nextWanted(key->modifiers() & Qt::ShiftModifier);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace usdscope
