// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

namespace usdscope {

/// A sheet with the terms of the search, and the meaning of colours and fonts in the prim tree. A
/// click on an example searches for it.
class SearchHelp : public QFrame {
  Q_OBJECT
 public:
  explicit SearchHelp(QWidget* parent);

  /// Shows the sheet below a widget, within its screen.
  void showBelow(const QWidget& widget);

 Q_SIGNALS:
  void exampleChosen(const QString& text);
};

}  // namespace usdscope
