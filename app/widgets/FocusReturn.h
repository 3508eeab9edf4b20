// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace usdscope {

/// Remembers which widget had the keyboard before a field got it, and gives it back when the user
/// leaves the field.
class FocusReturn : public QObject {
  Q_OBJECT
 public:
  explicit FocusReturn(QWidget& field);

  void giveBack();

 private:
  QWidget& field_;
  QPointer<QWidget> before_;
};

}  // namespace usdscope
