// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>

namespace usdscope {

/// A field for a time in frames, with as many decimals as necessary. After Enter it does not have
/// the focus any more.
class FrameField : public QDoubleSpinBox {
  Q_OBJECT
 public:
  explicit FrameField(QWidget* parent = nullptr);

 protected:
  QString textFromValue(double value) const override;
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace usdscope
