// SPDX-License-Identifier: Apache-2.0
#include "app/window/KeySheet.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "app/actions/KeyMap.h"
#include "app/actions/RunAction.h"
#include "app/theme/Theme.h"
#include "app/viewport/NavigationPreset.h"
#include "app/widgets/RowDelegate.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

enum Column { kAction, kKeys, kNote };

constexpr const char* kMouse[][2] = {
    {"K held, left drag; Alt", "Scrub in the picture; between frames"},
    {"Click; Shift, Ctrl", "Select; add, toggle"},
    {"Shift, Ctrl, Ctrl+Shift+left drag", "Add, toggle, select what a rectangle shows"},
    {"Right click", "Menu of the prim"},
    {"Drag on the playback bar; Alt", "Scrub; a tenth of the way, between frames"},
    {"Shift+drag on it; drag of its handles", "New play range; its ends"},
    {"Ctrl+drag on it, drag of the bar between the handles", "Slide the play range"},
    {"Double click on it", "Play and show the whole range"},
    {"Wheel on it, with or without Ctrl", "Zoom the timeline"},
    {"Middle drag, Shift+wheel on it, drag of its overview", "Move the timeline"},
    {"J, K, L and I, O over it", "Shuttle; begin and end the play range"},
    {"Arrow keys over a list", "Move in the list"},
    {"Click on V or I in the prim tree", "Hide or show the prim"},
    {"Press M in Layers, hold it", "Mute the layer; for as long as it is held"},
};

QString nameOf(const ActionRow& row) { return KeySheet::tr(row.text).remove(QStringLiteral("…")); }

// Two groups that stand last.
constexpr std::string_view kContextMenu = "Context";
constexpr std::string_view kNoMenu{};

bool isLast(std::string_view menu) { return menu == kContextMenu || menu == kNoMenu; }

bool isModifier(int key) {
  constexpr std::array kModifiers = {
      int(Qt::Key_Control), int(Qt::Key_Shift),    int(Qt::Key_Alt),     int(Qt::Key_Meta),
      int(Qt::Key_AltGr),   int(Qt::Key_CapsLock), int(Qt::Key_unknown), 0};
  return std::ranges::find(kModifiers, key) != kModifiers.end();
}

}  // namespace

KeySheet::KeySheet(ActionContext context, QWidget* parent)
    : QDialog(parent),
      context_(context),
      search_(new SearchField(tr("Words of an action, or a key such as Ctrl+B"))),
      map_(new QComboBox),
      list_(new QTreeWidget),
      message_(new QLabel),
      reset_(new QToolButton),
      resetAll_(new QToolButton) {
  setObjectName("keySheet");
  setWindowTitle(tr("Keys and Mouse"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 8);
  layout->setSpacing(0);
  buildBar();
  list_->setObjectName("keys");
  list_->setColumnCount(3);
  list_->setHeaderLabels({tr("Action"), tr("Keys"), {}});
  list_->setUniformRowHeights(true);
  list_->setIndentation(theme::px(14));
  list_->header()->setStretchLastSection(true);
  list_->header()->setSectionResizeMode(kAction, QHeaderView::Interactive);
  RowDelegate::drawRowsOf(*list_, Qt::ElideRight);
  list_->installEventFilter(this);
  layout->addWidget(list_, 1);
  buildFoot();
  connect(list_, &QTreeWidget::itemClicked, this, [this] { record(); });
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] {
    stopRecording({});
    refresh();
  });
  connect(search_, &SearchField::searched, this, &KeySheet::search);
  resize(theme::px(640), theme::px(680));
  fill();
  list_->setColumnWidth(kAction, theme::px(300));
  list_->setColumnWidth(kKeys, theme::px(190));
  context_.session.preferences().values.observe(this, [this](const PreferenceValues& values) {
    const QSignalBlocker blocker(map_);
    map_->setCurrentIndex(values.keyMap == KeyMapKind::Review ? 1 : 0);
    refresh();
  });
  search_->setFocus();
}

void KeySheet::buildBar() {
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(0, 0, 8, 0);
  bar->addWidget(search_, 1);
  map_->addItems({tr("Key map: usdview"), tr("Key map: review")});
  map_->setObjectName("keyMap");
  map_->setAccessibleName(tr("Key map"));
  map_->setToolTip(tr("review: J, K, L, I and O of review players work everywhere"));
  connect(map_, &QComboBox::activated, this, [this](int index) {
    context_.session.perform("keyMap", {index == 1 ? "review" : "usdview"});
  });
  bar->addWidget(map_);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
}

void KeySheet::buildFoot() {
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(8, 8, 8, 0);
  message_->setObjectName("message");
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->setMinimumHeight(2 * message_->fontMetrics().lineSpacing());
  message_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  theme::makeDim(*message_);
  reset_->setText(tr("Usual Keys"));
  reset_->setObjectName("resetKeys");
  reset_->setToolTip(tr("Gives this action the keys of the key map"));
  resetAll_->setText(tr("Usual Keys Everywhere"));
  resetAll_->setObjectName("resetAllKeys");
  resetAll_->setToolTip(tr("Gives all actions the keys of the key map"));
  connect(reset_, &QToolButton::clicked, this, &KeySheet::reset);
  connect(resetAll_, &QToolButton::clicked, this,
          [this] { context_.session.perform("resetShortcuts"); });
  foot->addWidget(message_, 1);
  foot->addWidget(reset_);
  foot->addWidget(resetAll_);
  static_cast<QVBoxLayout*>(layout())->addLayout(foot);
}

void KeySheet::fill() {
  // The groups are the menus: those of the window, then those within them.
  std::vector<std::string_view> menus = {"File",   "Edit", "View",   "Select",
                                         "Camera", "Time", "Window", "Help"};
  for (const ActionRow& row : actionRows()) {
    const bool isKnown = std::ranges::find(menus, row.menu) != menus.end();
    if (!isKnown && !isLast(row.menu)) menus.emplace_back(row.menu);
  }
  menus.insert(menus.end(), {kContextMenu, kNoMenu});
  for (const std::string_view menu : menus) addActions(menu);
  addMouse();
  qsizetype count = 0;
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    count += list_->topLevelItem(i)->childCount();
  list_->expandAll();
  search_->setCount(count, count);
}

void KeySheet::addActions(std::string_view menu) {
  const QString group = menu == kContextMenu ? tr("Menus of rows")
                        : menu == kNoMenu    ? tr("In no menu")
                                             : tr(menu.data());
  QTreeWidgetItem* head = nullptr;
  for (const ActionRow& row : actionRows()) {
    if (!mayHaveShortcut(row) || row.menu != menu) continue;
    if (!head) head = new QTreeWidgetItem(list_, {group});
    auto* item = new QTreeWidgetItem(head, {nameOf(row)});
    item->setData(kAction, Qt::UserRole, QString::fromUtf8(row.id));
    item->setToolTip(kAction, QString::fromUtf8(row.id));
  }
  if (head) head->setFlags(Qt::ItemIsEnabled);
}

void KeySheet::addMouse() {
  auto* head = new QTreeWidgetItem(list_, {tr("Mouse")});
  head->setFlags(Qt::ItemIsEnabled);
  const auto add = [head](const QString& gesture, const QString& text) {
    auto* item = new QTreeWidgetItem(head, {text, gesture});
    item->setToolTip(kAction, text);
    item->setToolTip(kKeys, gesture);
  };
  for (const auto& [gesture, text] : gestureTexts(context_.session.view.value().navigation)) {
    add(gesture, text);
  }
  for (const auto& [gesture, text] : kMouse) add(tr(gesture), tr(text));
}

void KeySheet::showKeys(QTreeWidgetItem& item, const ActionRow& row) {
  const PreferenceValues& values = context_.session.preferences().values.value();
  const bool isOwn = values.keys.contains(row.id);
  item.setText(kKeys, &row == recorded_ ? tr("Press keys…") : shortcutText(row, values));
  item.setText(kNote, isOwn ? tr("changed") : QString());
  item.setForeground(kKeys, &row == recorded_ ? theme::kPlayhead : theme::kText);
  item.setForeground(kNote, theme::kDim);
}

void KeySheet::refresh() {
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* head = list_->topLevelItem(i);
    head->setForeground(kAction, theme::kDim);
    for (int j = 0; j < head->childCount(); ++j) {
      QTreeWidgetItem* item = head->child(j);
      const std::string id = item->data(kAction, Qt::UserRole).toString().toStdString();
      if (const ActionRow* row = findAction(id)) showKeys(*item, *row);
    }
  }
  const PreferenceValues& values = context_.session.preferences().values.value();
  const ActionRow* row = current();
  reset_->setEnabled(row && values.keys.contains(row->id));
  resetAll_->setEnabled(!values.keys.empty());
  if (!recorded_ && message_->text().isEmpty()) {
    say(tr("Click a row, or press Enter on it, and then its new keys."));
  }
}

void KeySheet::search(const QString& text) {
  const QStringList words = text.split(' ', Qt::SkipEmptyParts);
  qsizetype shown = 0;
  qsizetype total = 0;
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* head = list_->topLevelItem(i);
    bool hasShown = false;
    for (int j = 0; j < head->childCount(); ++j) {
      QTreeWidgetItem* item = head->child(j);
      const QString all = head->text(kAction) + ' ' + item->text(kAction) + ' ' +
                          item->text(kKeys) + ' ' + item->text(kNote) + ' ' +
                          item->data(kAction, Qt::UserRole).toString();
      const bool isMatch = std::ranges::all_of(
          words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
      item->setHidden(!isMatch);
      hasShown = hasShown || isMatch;
      shown += isMatch ? 1 : 0;
      ++total;
    }
    head->setHidden(!hasShown);
  }
  search_->setCount(shown, total);
  say(shown == 0 ? tr("No action and no gesture has all these words.") : QString());
  refresh();
}

const ActionRow* KeySheet::current() const {
  const QTreeWidgetItem* item = list_->currentItem();
  return item ? findAction(item->data(kAction, Qt::UserRole).toString().toStdString()) : nullptr;
}

void KeySheet::record() {
  const ActionRow* row = current();
  if (!row) return;
  recorded_ = row;
  refused_ = {};
  list_->setFocus(Qt::OtherFocusReason);
  say(tr("Press the new keys of %1. Delete takes its keys away, Esc keeps them.")
          .arg(nameOf(*row)));
  refresh();
}

void KeySheet::stopRecording(const QString& message) {
  recorded_ = nullptr;
  refused_ = {};
  say(message);
  refresh();
}

void KeySheet::take(const QKeySequence& key) {
  const ActionRow& row = *recorded_;
  const bool isReplacing = key == refused_;
  const QString text = key.toString(QKeySequence::NativeText);
  std::vector<std::string> arguments = {row.id, key.toString().toStdString()};
  if (isReplacing) arguments.emplace_back("replace");
  const std::string problem = runAction(context_, "shortcut", arguments);
  if (problem.empty()) return stopRecording(tr("%1 has the key %2.").arg(nameOf(row), text));
  refused_ = key;
  say(QString::fromStdString(problem) +
      tr(" Press it again to take it from there, other keys, or Esc."));
}

void KeySheet::reset() {
  if (const ActionRow* row = current()) {
    context_.session.perform("resetShortcuts", {row->id});
  }
}

void KeySheet::say(const QString& message) { message_->setText(message); }

bool KeySheet::eventFilter(QObject* watched, QEvent* event) {
  if (watched != list_) return QDialog::eventFilter(watched, event);
  if (event->type() == QEvent::ShortcutOverride && recorded_) {
    event->accept();  // No shortcut of the dialog takes the keys.
    return true;
  }
  if (event->type() == QEvent::FocusOut && recorded_) stopRecording({});
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (!recorded_) {
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (isEnter) record();
    return isEnter || QDialog::eventFilter(watched, event);
  }
  if (isModifier(key.key())) return true;
  if (key.modifiers() == Qt::NoModifier) {
    if (key.key() == Qt::Key_Escape) {
      stopRecording({});
      return true;
    }
    if (key.key() == Qt::Key_Delete || key.key() == Qt::Key_Backspace) {
      context_.session.perform("shortcut", {recorded_->id});
      stopRecording({});
      return true;
    }
  }
  take(sequenceOf(key));
  return true;
}

}  // namespace usdscope
