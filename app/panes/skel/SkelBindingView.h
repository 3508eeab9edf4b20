// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "engine/report/skel/SkelExplain.h"

class QTextBrowser;

namespace usdscope {

/// Shows a skeleton binding: the prim and layer that authored each part of it, the ignored parts
/// with the reasons, and the joint names in the three orders that must agree.
class SkelBindingView : public QWidget {
  Q_OBJECT
 public:
  explicit SkelBindingView(QWidget* parent = nullptr);

  void showBinding(const SkelExplanation& explanation);
  TableModel& joints() { return table_->model(); }
  /// The text above the table.
  QString sources() const;

 private:
  QTextBrowser* sources_;
  TablePane* table_;
};

}  // namespace usdscope
