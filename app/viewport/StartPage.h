// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/session/Session.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace usdscope {

struct RecentScene;

/// The page in place of the picture while nothing is open: how to open a scene, and the recent
/// files with their last pictures.
class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(Session& session, QWidget* parent = nullptr);
  /// Hides the button of the sample scene, if the scene is not installed.
  void showSampleButton(bool isShown);

 Q_SIGNALS:
  /// The user wants to choose a file.
  void openWanted();
  /// The user wants the scene that comes with the program.
  void sampleWanted();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  /// Sets the sizes that depend on the look of the window.
  void useSizes();
  void showRecent();
  QWidget* makeHeading();
  QWidget* makeRow(const RecentScene& scene);

  Session& session_;
  QLabel* failure_;  // Why the last file was not opened.
  QWidget* recent_;
  QPushButton* sample_ = nullptr;
  QWidget* column_ = nullptr;
  QLabel* title_ = nullptr;
  QVBoxLayout* rows_;
};

}  // namespace usdscope
