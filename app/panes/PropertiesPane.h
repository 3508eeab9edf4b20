// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/Session.h"

namespace usdscope {

struct PropertyRow;

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
  void showSelectedRow();
  bool isWanted(const PropertyRow& row) const;

  Session& session_;
  SearchField& search_;
  std::vector<Token> names_;
  bool isShowing_ = false;
  bool hasWidths_ = false;  ///< Columns get their widths when the pane is first seen.
};

}  // namespace usdscope
