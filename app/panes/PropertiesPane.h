// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/PaneTask.h"
#include "app/panes/TablePane.h"
#include "engine/report/PropertyRows.h"

namespace usdscope {

/// Shows the properties of the leading prim with their values at the playhead, in usdview's source
/// colours. A click selects a property.
class PropertiesPane : public TablePane {
  Q_OBJECT
 public:
  explicit PropertiesPane(Session& session, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void showRows();
  void showSelectedRow();
  bool isWanted(const PropertyRow& row) const;

  Session& session_;
  SearchField& search_;
  Subject shown_;  ///< The prim that the rows are of.
  std::vector<PropertyRow> rows_;
  std::vector<Token> names_;  ///< The rows that the search keeps.
  bool isShowing_ = false;
  bool hasWidths_ = false;  ///< Columns get their widths when the pane is first seen.
  PaneTask task_;
};

}  // namespace usdscope
