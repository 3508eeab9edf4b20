// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "engine/report/SkelExplain.h"

class QTextBrowser;

namespace usdscope {

/// A binding on one page: which prim and layer gave each part of it, what does not count and why,
/// and the names of the joints in the three orders that must agree.
class SkelBindingView : public QWidget {
  Q_OBJECT
 public:
  explicit SkelBindingView(QWidget* parent = nullptr);

  void showBinding(const SkelExplanation& explanation);
  TableModel& joints() { return table_->model(); }
  /// What stands above the table, without its dress.
  QString sources() const;

 private:
  QTextBrowser* sources_;
  TablePane* table_;
};

}  // namespace usdscope
