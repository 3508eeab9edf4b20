// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace usdscope {

/// Lists the shortcuts of all actions and the gestures of the mouse.
class KeySheet : public QDialog {
  Q_OBJECT
 public:
  explicit KeySheet(QWidget* parent);
};

}  // namespace usdscope
