// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ExposureSliders.h"

#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <cmath>
#include <functional>

#include "app/session/Session.h"

namespace usdscope {
namespace {

constexpr const char* kName = "exposureSliders";
constexpr float kSteps = 100.0f;  // Steps of a slider in a stop or a unit of gamma.
constexpr int kLeastWidth = 260;

// A slider with its name and its value.
struct Row {
  QSlider* slider = nullptr;
  QLabel* value = nullptr;
};

Row addRow(QGridLayout& grid, const QString& name, float least, float most,
           const std::function<void(float)>& onMoved) {
  const int row = grid.rowCount();
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(int(std::lround(least * kSteps)), int(std::lround(most * kSteps)));
  slider->setMinimumWidth(kLeastWidth);
  slider->setAccessibleName(name);
  auto* label = new QLabel(name);
  label->setBuddy(slider);
  auto* value = new QLabel;
  grid.addWidget(label, row, 0);
  grid.addWidget(slider, row, 1);
  grid.addWidget(value, row, 2);
  QObject::connect(slider, &QSlider::valueChanged, slider,
                   [onMoved](int steps) { onMoved(float(steps) / kSteps); });
  return {slider, value};
}

void show(const Row& row, float value) {
  const QSignalBlocker blocker(row.slider);
  row.slider->setValue(int(std::lround(value * kSteps)));
  row.value->setText(QString::number(double(value), 'f', 2));
}

}  // namespace

void showExposureSliders(Session& session, QWidget* parent) {
  auto* dialog = parent->findChild<QDialog*>(kName);
  if (!dialog) {
    dialog = new QDialog(parent);
    dialog->setObjectName(kName);
    dialog->setWindowTitle(QObject::tr("Exposure and Gamma"));
    auto* grid = new QGridLayout(dialog);
    const Row exposure =
        addRow(*grid, QObject::tr("Exposure"), -kMostExposure, kMostExposure, [&](float stops) {
          session.changeView([&](ViewSettings& view) { view.display.exposure = stops; });
        });
    const Row gamma =
        addRow(*grid, QObject::tr("Gamma"), kLeastGamma, kMostGamma, [&](float value) {
          session.changeView([&](ViewSettings& view) { view.display.gamma = value; });
        });
    session.view.observe(dialog, [exposure, gamma](const ViewSettings& view) {
      show(exposure, view.display.exposure);
      show(gamma, view.display.gamma);
    });
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

}  // namespace usdscope
