// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>

class QAbstractItemView;
class QLineEdit;

namespace usdscope {

/// Lets the keyboard stay in a field that searches a list: the arrow keys and page keys move in the
/// list, and Enter chooses there. Both must outlive this. GUI thread only.
class ListKeys : public QObject {
 public:
  ListKeys(QLineEdit& field, QAbstractItemView& list, std::function<void()> choose);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QAbstractItemView& list_;
  const std::function<void()> choose_;
};

}  // namespace usdscope
