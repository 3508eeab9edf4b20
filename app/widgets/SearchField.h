// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace usdscope {

/// A search field for a list. A label beside it shows how many rows match: "12 of 3,405".
/// searched() is emitted a moment after the last key.
class SearchField : public QWidget {
  Q_OBJECT
 public:
  explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);

  QString text() const;
  void setText(const QString& text);
  /// Without a search text, only the total is shown.
  void setCount(qsizetype shown, qsizetype total);
  /// Shows a text in place of the count, while the count is unknown.
  void setNote(const QString& note);

 Q_SIGNALS:
  void searched(const QString& text);
  /// Enter was pressed, to go to the next match; with Shift, to the previous match.
  void nextWanted(bool isBackwards);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* edit_;
  QLabel* count_;
  QTimer pause_;
};

}  // namespace usdscope
