// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/LatestTask.h"
#include "app/session/Session.h"

namespace usdscope {

/// Shows the problems of reading, composing and drawing, errors first. A click on a problem selects
/// the prim that has opinions from the site of the problem.
class ProblemsPane : public TablePane {
  Q_OBJECT
 public:
  explicit ProblemsPane(Session& session, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// The number of problems has changed; the title of the dock shows it.
  void countChanged(int count);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// Counts the problems. Shows them if the pane is visible.
  void refresh();
  void selectPrimOf(const SourceSite& site);

  Session& session_;
  std::vector<SourceSite> sites_;
  bool isStale_ = false;  ///< The rows are older than the count.
  LatestTask finding_;
};

}  // namespace usdscope
