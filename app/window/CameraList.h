// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/actions/Actions.h"

class QListWidget;
class QListWidgetItem;

namespace usdscope {

class SearchField;

/// Lists the cameras of the scene, to search and to look through one of them.
class CameraList : public QDialog {
  Q_OBJECT
 public:
  static void showFor(ActionContext context);

 private:
  explicit CameraList(ActionContext context);

  void showCameras();
  void choose(const QListWidgetItem* item);

  ActionContext context_;
  SearchField* search_;
  QListWidget* list_;
};

}  // namespace usdscope
