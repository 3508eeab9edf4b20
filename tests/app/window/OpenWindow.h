// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <functional>
#include <string>

#include "app/session/Session.h"
#include "app/viewport/ViewportWidget.h"
#include "app/window/MainWindow.h"

namespace usdscope {

/// Runs the application until something is done; false when it takes too long.
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
  /// Without text and grid: what is not background is the scene.
  void hideAllButTheScene();
  /// The picture at a time, of the scene alone.
  QImage pictureAt(double time);
};

/// Share of pixels that differ; 1 for pictures of different sizes.
double difference(const QImage& a, const QImage& b);

/// Share of pixels that are not background, which the corner at the top left shows.
double coverage(const QImage& image);

}  // namespace usdscope
