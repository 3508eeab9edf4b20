// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

namespace usdscope {

/// Lets Esc take back a drag of the mouse, whichever widget has the keyboard and whichever other
/// keys are held down. Without a drag, Esc keeps its meaning. GUI thread only.
class DragCancel : public QObject {
 public:
  /// Calls `takeBack` when Esc goes down while `isDragging` returns true.
  DragCancel(std::function<bool()> isDragging, std::function<void()> takeBack);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  const std::function<bool()> isDragging_;
  const std::function<void()> takeBack_;
};

}  // namespace usdscope
