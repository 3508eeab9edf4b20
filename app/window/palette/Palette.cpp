// SPDX-License-Identifier: Apache-2.0
#include "app/window/palette/Palette.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/actions/ActionScript.h"
#include "app/actions/ArgumentChoices.h"
#include "app/actions/KeyMap.h"
#include "app/actions/RunAction.h"
#include "app/actions/WhyDisabled.h"
#include "app/theme/Theme.h"
#include "app/widgets/ListKeys.h"
#include "app/widgets/TypedAhead.h"
#include "app/window/palette/PaletteRows.h"

namespace usdscope {
namespace {

constexpr int kTop = 60;  // Below the menus of the window.
enum Column { kAction, kNote, kKey };

QString textOf(const ActionRow& row) {
  QString text = Palette::tr(row.text);
  return text.remove(QStringLiteral("…"));
}

}  // namespace

Palette::Palette(ActionContext context, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      context_(context),
      field_(new QLineEdit),
      list_(new QTreeWidget),
      message_(new QLabel) {
  setObjectName("palette");
  setWindowTitle(tr("Actions"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(field_);
  layout->addWidget(list_, 1);
  layout->addWidget(message_);
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  theme::makeDim(*message_);
  list_->setColumnCount(3);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setHeaderHidden(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(kAction, QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(kNote, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(kKey, QHeaderView::ResizeToContents);
  new ListKeys(*field_, *list_, [this] { take(); });
  connect(field_, &QLineEdit::textEdited, this, [this] { showRows(); });
  connect(list_, &QTreeWidget::itemClicked, this, [this] { take(); });
  resize(std::min(720, parent->width() - 40), std::min(480, parent->height() - 2 * kTop));
  move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, kTop)));
  field_->setPlaceholderText(tr("Words of an action"));
  field_->setFocus();
  new TypedAhead(*field_);
  showRows();
}

void Palette::showRows() {
  message_->setText(asked_ ? tr("Expected: %1. Double quotes enclose blanks. Enter runs it.")
                                 .arg(QString::fromUtf8(asked_->arguments))
                           : tr("Enter runs the action, Esc closes."));
  if (asked_) return showChoices();
  list_->clear();
  for (const ActionRow* row : paletteRows(field_->text().toStdString(), context_)) {
    auto* item = new QTreeWidgetItem(list_);
    item->setData(kAction, Qt::UserRole, QString::fromUtf8(row->id));
    item->setText(kAction, textOf(*row));
    item->setText(kKey, shortcutText(*row, context_.session.preferences().values.value()));
    item->setForeground(kKey, theme::kDim);
    item->setForeground(kNote, theme::kDim);
    const bool isEnabled = row->isEnabled(context_);
    const bool isAsking = asksForArguments(*row, context_);
    if (isAsking) {
      item->setText(kNote, tr("asks for %1").arg(QString::fromUtf8(row->arguments)));
    } else if (!isEnabled) {
      item->setText(kNote, QString::fromStdString(whyDisabled(*row, context_)));
      item->setForeground(kAction, theme::kFaint);
    } else if (*row->menu && row->menu != std::string_view("Context")) {
      item->setText(kNote, tr(row->menu));
    }
  }
  list_->setCurrentItem(list_->topLevelItem(0));
  if (list_->topLevelItemCount() == 0) message_->setText(tr("No action has all these words."));
}

// The arguments that can be chosen, in place of the actions.
void Palette::showChoices() {
  const std::vector<std::string> choices = argumentChoices(*asked_, context_);
  if (choices.empty()) return;
  list_->clear();
  const QString typed = field_->text().trimmed();
  for (const std::string& choice : choices) {
    const QString text = QString::fromStdString(choice);
    if (!text.contains(typed, Qt::CaseInsensitive)) continue;
    auto* item = new QTreeWidgetItem(list_, {text});
    if (text == typed) list_->setCurrentItem(item);
  }
  if (!list_->currentItem()) list_->setCurrentItem(list_->topLevelItem(0));
  message_->setText(
      list_->currentItem()
          ? tr("%1: choose with the arrow keys or by typing. Enter runs it.").arg(textOf(*asked_))
          : tr("%1: nothing has this text.").arg(textOf(*asked_)));
}

const ActionRow* Palette::current() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item ? findAction(item->data(kAction, Qt::UserRole).toString().toStdString()) : nullptr;
}

void Palette::take() {
  const bool isChoosing = asked_ && !argumentChoices(*asked_, context_).empty();
  if (isChoosing && list_->currentItem()) {
    return runWith(*asked_, {list_->currentItem()->text(kAction).toStdString()});
  }
  if (asked_) {
    const auto words = wordsOf(field_->text().toStdString());
    if (!words) return message_->setText(tr("A quotation mark is not closed."));
    return runWith(*asked_, *words);
  }
  const ActionRow* row = current();
  if (!row) return;
  if (asksForArguments(*row, context_)) return ask(*row);
  if (!row->isEnabled(context_)) {
    return message_->setText(QString::fromStdString(whyDisabled(*row, context_)));
  }
  runWith(*row, {});
}

void Palette::ask(const ActionRow& row) {
  asked_ = &row;
  for (int i = list_->topLevelItemCount() - 1; i >= 0; --i) {
    if (list_->topLevelItem(i) != list_->currentItem()) delete list_->takeTopLevelItem(i);
  }
  field_->clear();
  field_->setPlaceholderText(QString::fromUtf8(row.arguments));
  showRows();
}

// The palette hides first: the action may open a dialog. It comes back if arguments are wrong.
void Palette::runWith(const ActionRow& row, const std::vector<std::string>& arguments) {
  const std::string problem = [&] {
    const QScopedValueRollback guard(isRunning_, true);
    hide();
    return runCaught(row, context_, arguments);
  }();
  if (asked_ && !problem.empty()) {
    show();
    field_->setFocus();
    return message_->setText(QString::fromStdString(problem));
  }
  context_.session.showNote(problem);
  close();
}

void Palette::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ActivationChange && isVisible() && !isActiveWindow() &&
      !isRunning_) {
    close();
  }
  QDialog::changeEvent(event);
}

}  // namespace usdscope
