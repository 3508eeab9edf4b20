// SPDX-License-Identifier: Apache-2.0
#include "app/window/PathField.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>

#include "app/session/PathsFromText.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/widgets/FocusReturn.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostProposed = 200;
constexpr int kMargins = 22;           // Left and right of the text, with frame and padding.
constexpr std::size_t kMostTold = 20;  // More prims than these are only counted.

// As many whole paths as there is room for, the leading one first, and the count of the others. The
// end of a single path stays, since it names the prim.
QString pathsInRoom(const QStringList& paths, std::size_t count, const QFontMetrics& font,
                    int room) {
  if (paths.isEmpty()) return {};
  const auto others = [count](qsizetype shown) {
    const auto left = count - std::size_t(shown);
    return left == 0 ? QString() : PathField::tr(" and %1 more").arg(qulonglong(left));
  };
  for (qsizetype shown = paths.size(); shown > 0; --shown) {
    QString text = paths.mid(0, shown).join(QStringLiteral(", ")) + others(shown);
    if (font.horizontalAdvance(text) <= room) return text;
  }
  const QString rest = others(1);
  return font.elidedText(paths.front(), Qt::ElideLeft, room - font.horizontalAdvance(rest)) + rest;
}

}  // namespace

PathField::PathField(Session& session, QWidget* parent)
    : QLineEdit(parent), session_(session), focus_(new FocusReturn(*this)) {
  setObjectName("pathField");
  theme::useCodeFont(*this);
  setAccessibleName(tr("Path of the selection"));
  setPlaceholderText(tr("Nothing selected"));
  // It looks like a label until it is used.
  setStyleSheet(QStringLiteral("QLineEdit#pathField { background: transparent; border: 1px solid "
                               "transparent; } QLineEdit#pathField:focus { background: %1; "
                               "border: 1px solid %2; }")
                    .arg(theme::kRaised.name(), theme::kFocus.name()));
  auto* completer = new QCompleter(&proposals_, this);
  completer->setMaxVisibleItems(12);
  theme::useCodeFont(*completer->popup());
  setCompleter(completer);
  connect(this, &QLineEdit::textEdited, this, &PathField::propose);
  connect(this, &QLineEdit::returnPressed, this, &PathField::go);
  session_.selection.observe(this, [this](const Selection&) { showSelection(); });
}

void PathField::showSelection() {
  const Selection& selection = session_.selection.value();
  const Path leading = selection.leading();
  const std::size_t count = selection.prims.size();
  shown_.clear();
  count_ = count;
  if (selection.property && !leading.isEmpty()) {
    count_ = 1;
    shown_ << textOf(leading.property(selection.property).text());
  } else {
    for (std::size_t i = 0; i < std::min(count, kMostTold); ++i) {
      shown_ << textOf(selection.prims[i].text());
    }
  }
  const QString shown = shown_.join(QStringLiteral(", "));
  QString tip = shown.isEmpty() ? tr("Type the path of a prim or property") : wrapTip(shown);
  if (count > kMostTold) {
    tip = tr("%1\n… %2 prims are selected").arg(shown).arg(qulonglong(count));
  }
  setToolTip(tip);
  paths_ = shown;
  setText(shown);
  fit();
}

void PathField::fit() {
  if (hasFocus()) return;
  setText(pathsInRoom(shown_, count_, fontMetrics(), width() - theme::px(kMargins)));
  setCursorPosition(0);
}

void PathField::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  fit();
}

void PathField::propose(const QString& typed) {
  QStringList proposals;
  const qsizetype comma = typed.lastIndexOf(',');
  qsizetype start = comma + 1;
  while (start < typed.size() && typed[start].isSpace()) ++start;
  if (const auto& stage = session_.document.value().stage) {
    for (const std::string& path :
         pathsBeginningWith(*stage, typed.mid(start).toStdString(), kMostProposed)) {
      proposals << typed.left(start) + textOf(path);
    }
  }
  proposals_.setStringList(proposals);
}

void PathField::go() {
  // Nothing was typed, and a long selection has more prims than its text.
  if (text() == paths_) return focus_->giveBack();
  const std::vector<std::string> texts = pathTextsIn(this->text().toStdString());
  if (texts.empty()) return focus_->giveBack();
  const PathsFromText found = pathsFromText(session_.document.value().stage.get(), texts);
  const bool isPartly = !found.problem.empty() && texts.size() > 1 && !found.prims.empty();
  if (!found.problem.empty() && !isPartly) return session_.showNote(found.problem);
  session_.perform("select", isPartly ? pathTexts(found.prims) : texts);
  if (isPartly) session_.showNote(found.problem);
  focus_->giveBack();
}

void PathField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    showSelection();
    focus_->giveBack();
    return event->accept();
  }
  // An open list of proposals takes Enter only if one of them is chosen.
  QAbstractItemView* popup = completer()->popup();
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (isEnter && popup->isVisible() && !popup->currentIndex().isValid()) popup->hide();
  QLineEdit::keyPressEvent(event);
}

void PathField::focusInEvent(QFocusEvent* event) {
  if (text() != paths_ && event->reason() != Qt::PopupFocusReason &&
      event->reason() != Qt::ActiveWindowFocusReason) {
    setText(paths_);
  }
  QLineEdit::focusInEvent(event);
  if (event->reason() == Qt::ShortcutFocusReason) selectAll();
}

// A popup or another window takes the focus for a moment only.
void PathField::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  const bool isBack =
      event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason;
  if (!isBack) showSelection();
}

}  // namespace usdscope
