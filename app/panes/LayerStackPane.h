// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/PaneTask.h"
#include "app/panes/TablePane.h"
#include "engine/report/PropertyRows.h"

namespace usdscope {

/// Shows the layers that have opinions on the selected property or, if no property is selected, on
/// the leading prim: strongest first, each with its time offset. Rows of value clips are violet;
/// the winning opinion has a mark.
class LayerStackPane : public TablePane {
  Q_OBJECT
 public:
  explicit LayerStackPane(Session& session, QWidget* parent = nullptr);

 private:
  void refresh();
  void showRows(const Subject& subject, const std::vector<LayerStackRow>& rows);
  void showColumns(bool hasOffsets, const QString& last);

  Session& session_;
  QStringList columns_;
  PaneTask task_;
};

}  // namespace usdscope
