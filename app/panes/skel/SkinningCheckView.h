// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/problems/SkinningCheck.h"

class QLabel;
class QToolButton;

namespace usdscope {

class Session;

/// Shows the results of the skinning check: sentences for the rig, and a row for each prim. A click
/// on either makes it the row of the context menu.
class SkinningCheckView : public QWidget {
  Q_OBJECT
 public:
  explicit SkinningCheckView(Session& session, QWidget* parent = nullptr);

  /// The sentences as plain text.
  QString text() const;
  TableModel& prims() { return table_->model(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void inspect(int row);
  void show(const SkinningCheckState& state);

  Session& session_;
  QToolButton* button_;
  QLabel* sentences_;
  TablePane* table_;
};

/// Writes ascending frames as ranges: "1–12, 30".
QString frameRanges(const std::vector<double>& frames);

}  // namespace usdscope
