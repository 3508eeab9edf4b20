// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/actions/Actions.h"

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace usdscope {

/// Lists all actions with their keys, finds them by words, and runs them. An action that needs
/// arguments asks for them. Actions that cannot be carried out now say why. Closes when an action
/// has run, or another window gets the keyboard.
class Palette : public QDialog {
  Q_OBJECT
 public:
  Palette(ActionContext context, QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showRows();
  void showChoices();
  const ActionRow* current() const;
  /// Runs the current row, or asks for its arguments.
  void take();
  void ask(const ActionRow& row);
  void runWith(const ActionRow& row, const std::vector<std::string>& arguments);

  ActionContext context_;
  QLineEdit* field_;
  QTreeWidget* list_;
  QLabel* message_;
  const ActionRow* asked_ = nullptr;  ///< The row whose arguments are typed; null for the list.
  bool isRunning_ = false;
};

}  // namespace usdscope
