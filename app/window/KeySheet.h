// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QKeySequence>

#include "app/actions/Actions.h"

class QComboBox;
class QLabel;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace usdscope {

class SearchField;

/// Lists the shortcuts of all actions in groups, and the gestures of the mouse; finds them by words
/// and keys, and changes shortcuts. A click on a row, or Enter, waits for new keys. Keys that
/// belong to another action are named, and taken from it only if they are pressed a second time.
class KeySheet : public QDialog {
  Q_OBJECT
 public:
  KeySheet(ActionContext context, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildBar();
  void buildFoot();
  void fill();
  void addActions(std::string_view menu);
  void addMouse();
  void showKeys(QTreeWidgetItem& item, const ActionRow& row);
  void search(const QString& text);
  const ActionRow* current() const;
  void refresh();
  /// Waits for the new keys of the current row.
  void record();
  void stopRecording(const QString& message);
  void take(const QKeySequence& key);
  void reset();
  void say(const QString& message);

  ActionContext context_;
  SearchField* search_;
  QComboBox* map_;
  QTreeWidget* list_;
  QLabel* message_;
  QToolButton* reset_;
  QToolButton* resetAll_;
  const ActionRow* recorded_ = nullptr;  ///< The row that waits for keys; null if none does.
  QKeySequence refused_;                 ///< The keys of another action that were pressed last.
};

}  // namespace usdscope
