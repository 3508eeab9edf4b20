// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "app/session/Session.h"

namespace usdscope {

/// Shows which layers speak about the selected property, or the leading prim, strongest first, with
/// the offset of each; rows of value clips are violet, the winner is marked.
class LayerStackPane : public TablePane {
  Q_OBJECT
 public:
  explicit LayerStackPane(Session& session, QWidget* parent = nullptr);

 private:
  void refresh();
  void showColumns(bool hasOffsets, const QString& last);

  Session& session_;
  QStringList columns_;
};

}  // namespace usdscope
