// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/panes/PaneTask.h"

namespace usdscope {

/// A bar with the range that plays: bright where a value at or below the selected prim differs
/// between the open scene and the version that it is compared with. A click goes to a frame
/// and wipes between the pictures of both. Hidden while nothing is compared.
class VersionStrip : public QWidget {
  Q_OBJECT
 public:
  /// `pane` is the pane around the strip, which decides whether the strip is seen.
  VersionStrip(Session& session, QWidget& pane);

  /// A frame of the strip.
  struct Frame {
    double time = 0.0;
    bool differs = false;
  };
  /// The frames in order; empty before the comparison has ended. At most 500.
  const std::vector<Frame>& frames() const { return frames_; }

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  /// The inputs of the comparison.
  struct Request {
    std::weak_ptr<const Stage> stage;
    std::weak_ptr<const Stage> version;
    Path root;
    double from = 0.0;
    double to = 0.0;
    double step = 1.0;
    double tolerance = 0.0;
    bool isSame(const Request& other) const;
  };

  void refresh();

  Session& session_;
  std::vector<Frame> frames_;
  std::optional<Request> request_;
  PaneTask task_;
};

}  // namespace usdscope
