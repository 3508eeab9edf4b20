// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/PoseSlider.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace usdscope {
namespace {

constexpr int kTicksPerStep = 100;
// So near to one of the three, the slider stays there.
constexpr int kCatch = 4;

int caught(int ticks) {
  const int nearest = (ticks + kTicksPerStep / 2) / kTicksPerStep * kTicksPerStep;
  return std::abs(ticks - nearest) <= kCatch ? nearest : ticks;
}

}  // namespace

PoseSlider::PoseSlider(QWidget* parent) : QWidget(parent), slider_(new QSlider(Qt::Horizontal)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(0);
  slider_->setRange(0, 2 * kTicksPerStep);
  slider_->setPageStep(kTicksPerStep / 2);
  slider_->setAccessibleName(tr("Pose between bind, rest and animated"));
  slider_->setTickPosition(QSlider::TicksBelow);
  slider_->setTickInterval(kTicksPerStep);
  slider_->setToolTip(tr("The pose that the picture shows; nothing is edited."));
  layout->addWidget(slider_);
  auto* names = new QHBoxLayout;
  names->setSpacing(0);
  const QString texts[] = {tr("bind"), tr("rest"), tr("animated")};
  for (int step = 0; step < 3; ++step) {
    auto* button = new QToolButton;
    button->setText(texts[step]);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(tr("Pose: %1").arg(texts[step]));
    if (step > 0) names->addStretch(1);
    names->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, step] { Q_EMIT stepChosen(step); });
  }
  layout->addLayout(names);
  connect(slider_, &QSlider::valueChanged, this,
          [this](int ticks) { Q_EMIT stepChosen(double(caught(ticks)) / kTicksPerStep); });
}

void PoseSlider::setStep(double step) {
  const QSignalBlocker blocker(slider_);
  const int ticks = static_cast<int>(std::lround(step * kTicksPerStep));
  if (caught(slider_->value()) != ticks) slider_->setValue(ticks);
}

}  // namespace usdscope
