// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace usdscope {

/// A field to type what a list is searched for, with how much of it is shown beside it: "12 of
/// 3,405". Tells what was typed a moment after the last key.
class SearchField : public QWidget {
  Q_OBJECT
 public:
  explicit SearchField(const QString& placeholder, QWidget* parent = nullptr);

  QString text() const;
  void setText(const QString& text);
  /// While nothing is searched for only the total is shown.
  void setCount(qsizetype shown, qsizetype total);
  /// In place of the count, while it is not known.
  void setNote(const QString& note);

 Q_SIGNALS:
  void searched(const QString& text);
  /// Enter, or with Shift backwards.
  void nextWanted(bool isBackwards);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QLineEdit* edit_;
  QLabel* count_;
  QTimer pause_;
};

}  // namespace usdscope
