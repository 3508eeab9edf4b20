// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/TruthCheck.h"

class QLabel;
class QToolButton;

namespace usdscope {

class Session;

/// Whether what is drawn of a rig is where it should be, in sentences, and prim by prim.
class SkelTruthView : public QWidget {
  Q_OBJECT
 public:
  explicit SkelTruthView(Session& session, QWidget* parent = nullptr);

  /// The sentences, without their dress.
  QString text() const;
  TableModel& prims() { return table_->model(); }

 private:
  void show(const TruthState& state);

  Session& session_;
  QToolButton* button_;
  QLabel* sentences_;
  TablePane* table_;
};

/// Frames as ranges: "1–12, 30".
QString frameRanges(const std::vector<double>& frames);

}  // namespace usdscope
