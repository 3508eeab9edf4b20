// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <set>

class QKeyEvent;
class QWidget;

namespace usdscope {

/// Follows which of some keys are held down, whichever widget of a window has the keyboard. While
/// they are wanted, these keys have no other meaning, except in text fields. GUI thread only.
class HeldKeys : public QObject {
  Q_OBJECT
 public:
  /// `keys` are values of Qt::Key. Keys that go down while `isWanted` returns false are left alone.
  /// `widget` lies in the window.
  HeldKeys(QWidget& widget, std::set<int> keys, std::function<bool()> isWanted);

  bool isHeld(int key) const { return held_.contains(key); }
  bool isAnyHeld() const { return !held_.empty(); }
  /// Forgets keys that are held down, with released() for each.
  void releaseAll();

 Q_SIGNALS:
  void pressed(int key);
  void released(int key);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isTaken(const QKeyEvent& event) const;

  QWidget& widget_;
  const std::set<int> keys_;
  const std::function<bool()> isWanted_;
  std::set<int> held_;
};

}  // namespace usdscope
