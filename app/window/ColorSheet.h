// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/session/Session.h"

namespace usdscope {

class TablePane;

/// The legend of the colours and fonts of values and prims. It stays open beside the panes, and
/// chooses the colours of value sources.
class ColorSheet : public QDialog {
  Q_OBJECT
 public:
  ColorSheet(Session& session, QWidget* parent);

 private:
  void showRows();

  TablePane* table_;
};

}  // namespace usdscope
