// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/PaneTask.h"
#include "app/panes/TreePane.h"
#include "engine/report/rows/CompositionRows.h"

namespace usdscope {

/// Shows the sites that composition found for the leading prim, as a tree of arcs in order of
/// strength, with usdview's columns. Rows that give no opinions are dim and state why.
class CompositionPane : public TreePane {
  Q_OBJECT
 public:
  explicit CompositionPane(Session& session, QWidget* parent = nullptr);

 private:
  void refresh();
  void showRows(const Subject& subject, std::vector<CompositionRow> rows);
  void inspect(const QModelIndex& index);

  Session& session_;
  std::vector<CompositionRow> rows_;
  PaneTask task_;
};

}  // namespace usdscope
