// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QSlider;

namespace usdscope {

/// A slider from the bind pose over the rest pose to the animated pose, with a button for each of
/// these poses.
class PoseSlider : public QWidget {
  Q_OBJECT
 public:
  explicit PoseSlider(QWidget* parent = nullptr);

  /// Sets the PoseStep: 0 is bind, 1 rest, 2 animated. Emits no signal.
  void setStep(double step);

 Q_SIGNALS:
  /// The user has moved the slider.
  void stepChosen(double step);

 private:
  QSlider* slider_;
};

}  // namespace usdscope
