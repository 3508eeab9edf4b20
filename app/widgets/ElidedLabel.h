// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace usdscope {

/// One line of text. It is cut in the middle if it does not fit; the tooltip shows all of it.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  void setFullText(const QString& text);
  const QString& fullText() const { return text_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

 private:
  QString text_;
};

}  // namespace usdscope
