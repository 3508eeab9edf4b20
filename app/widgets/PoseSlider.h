// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QSlider;

namespace usdscope {

/// A slider from bind over rest to animated, with a button below it for each of the three.
class PoseSlider : public QWidget {
  Q_OBJECT
 public:
  explicit PoseSlider(QWidget* parent = nullptr);

  /// Sets the step: 0 bind, 1 rest, 2 animated. Emits no signal.
  void setStep(double step);

 Q_SIGNALS:
  /// The user has moved the slider.
  void stepChosen(double step);

 private:
  QSlider* slider_;
};

}  // namespace usdscope
