// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/Session.h"

namespace usdscope {

/// Lists the edits of the session, the newest last. Each can be reverted alone: with its cell in
/// the last column, with Delete, or with the context menu, which also saves the selected ones
/// alone. Undone edits are faint.
class EditsPane : public TablePane {
  Q_OBJECT
 public:
  explicit EditsPane(Session& session, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  enum Column { kEdit, kState, kColumnCount };
  void showEdits(const EditHistory& edits);
  std::vector<std::uint64_t> chosen() const;
  std::vector<std::string> chosenRows() const;
  void revertRow(int row);

  Session& session_;
  std::vector<EditRow> rows_;
  bool isShowing_ = false;
};

}  // namespace usdscope
