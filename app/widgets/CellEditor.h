// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <functional>

class QAbstractItemView;
class QLabel;
class QLineEdit;

namespace usdscope {

/// A line editor over a cell of a view, with a line of text under it: first a hint, then the reason
/// why a text was refused. Enter hands the text over, Escape and a click elsewhere close the editor
/// without a change. It scrolls with the view and deletes itself when it is closed. The rows of the
/// view may change under it.
class CellEditor : public QFrame {
  Q_OBJECT
 public:
  /// Takes a text; returns a sentence that says why the text is refused; empty if it is taken.
  using Take = std::function<QString(const QString& text)>;
  CellEditor(QAbstractItemView& view, const QRect& cell, const QString& text, const QString& hint,
             Take take);

  QLineEdit& line() { return *line_; }
  /// Shows a text below the line, as a hint or in the colour of errors.
  void showMessage(const QString& text, bool isProblem);
  /// The reason why the text was refused, or the hint.
  QString message() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void accept();
  void leave();

  QAbstractItemView& view_;
  QLineEdit* line_;
  QLabel* message_;
  Take take_;
  bool isClosing_ = false;
};

}  // namespace usdscope
