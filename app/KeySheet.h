// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace usdscope {

/// Lists the keys of all actions, as the table of actions has them, and what the mouse does.
class KeySheet : public QDialog {
  Q_OBJECT
 public:
  explicit KeySheet(QWidget* parent);
};

}  // namespace usdscope
