// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace usdscope {

class FocusReturn;

/// A search field for a list. A label beside it shows how many rows match: "12 of 3,405".
/// searched() is emitted a moment after the last key, or by Enter at once. Escape clears the text
/// and leaves the field.
class SearchField : public QWidget {
  Q_OBJECT
 public:
  explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);

  QString text() const;
  void setText(const QString& text);
  /// Sets the text and searches at once, because nobody is typing.
  void searchFor(const QString& text);
  /// Without a search text, only the total is shown.
  void setCount(qsizetype shown, qsizetype total);
  /// Shows a text in place of the count, while the count is unknown.
  void setNote(const QString& note);

 Q_SIGNALS:
  void searched(const QString& text);
  /// Enter was pressed, to go to the next match; with Shift, to the previous match. The text has
  /// been searched for, but the matches may not be known yet.
  void nextWanted(bool isBackwards);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void searchNow();

  QLineEdit* edit_;
  QLabel* count_;
  FocusReturn* focus_;
  QTimer pause_;
};

}  // namespace usdscope
