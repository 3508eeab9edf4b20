// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>

namespace usdscope {

/// A field for a time in frames, with as many decimals as it needs. Enter gives up the focus.
class FrameField : public QDoubleSpinBox {
  Q_OBJECT
 public:
  explicit FrameField(QWidget* parent = nullptr);

 protected:
  QString textFromValue(double value) const override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace usdscope
