// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <string>
#include <vector>

#include "app/actions/Actions.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace usdscope {

/// The settings of the free camera: field of view, projection and clipping planes. The sheet stays
/// open beside the window, and every change is seen at once.
class CameraSheet : public QDialog {
  Q_OBJECT
 public:
  /// Shows the sheet of a window, which has one at the most.
  static void showFor(ActionContext context);

 private:
  explicit CameraSheet(ActionContext context);

  QLineEdit* addNumber(QFormLayout& form, const QString& label, const char* name);
  QCheckBox* addSwitch(QFormLayout& form, const char* action);
  void takePlanes();
  void run(const char* action, const std::vector<std::string>& arguments);
  void showCamera();

  ActionContext context_;
  QLineEdit* fov_ = nullptr;
  QLineEdit* near_ = nullptr;
  QLineEdit* far_ = nullptr;
  QCheckBox* orthographic_ = nullptr;
  QCheckBox* autoClip_ = nullptr;
  QLabel* message_ = nullptr;  ///< Which camera is shown, or why an input is wrong.
};

}  // namespace usdscope
