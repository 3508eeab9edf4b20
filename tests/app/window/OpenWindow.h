// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <functional>
#include <string>
#include <vector>

#include "app/session/Session.h"
#include "app/viewport/ViewportWidget.h"
#include "app/window/MainWindow.h"

namespace usdscope {

class PropertiesPane;

/// Runs the application until `isDone` returns true. Returns false when that takes too long.
bool waitUntil(const std::function<bool()>& isDone);

/// The scene that comes with usdscope.
std::string samplePath();

/// A window with its session, in front of a screen.
struct OpenWindow {
  Session session;
  MainWindow window{session};

  explicit OpenWindow(QSize size = {1000, 700});

  /// Opens a file and waits for its first scene.
  bool open(const std::string& file);
  /// Waits until the picture and all panes in view are up to date.
  bool settle();
  /// Selects a prim, or a property with its prim, and waits for the panes.
  void select(const std::string& path);
  /// Moves the playhead and waits for the picture and the panes.
  void moveTo(double time);
  /// Runs an action and waits for its results. Returns why it failed, or nothing.
  std::string run(const char* action, const std::vector<std::string>& arguments = {});
  /// The pane of the selected prims' properties; another one shows the pinned prims.
  PropertiesPane* properties() const;
  /// Hides text and grid, so that every pixel that is not background belongs to the scene.
  void hideAllButTheScene();
  /// Returns the picture, with all detail.
  QImage picture();
  /// Returns the picture of the scene alone at a time.
  QImage pictureAt(double time);
};

/// The share of pixels that differ; 1 for pictures of different sizes.
double difference(const QImage& a, const QImage& b);

/// The share of pixels that are not background. The pixel at the top left is background.
double coverage(const QImage& image);

}  // namespace usdscope
