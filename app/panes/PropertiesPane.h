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
  Subject shown_;  ///< The prim whose properties are shown.
  std::vector<PropertyRow> rows_;
  std::vector<Token> names_;  ///< The names of the properties that match the search.
  bool isShowing_ = false;
  /// Whether the columns have their widths, which they get when the pane is first seen.
  bool hasWidths_ = false;
  PaneTask task_;
};

}  // namespace usdscope
