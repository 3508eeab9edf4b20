// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "engine/report/Explain.h"

class QTextDocument;

namespace usdscope {

/// The texts of an explanation, ready to be drawn.
struct WhyTexts {
  QString sentence;
  QString value;
  std::vector<TimePathLine> steps;
  std::vector<OpinionLine> opinions;
};

/// Draws an explanation: the sentence and the value, then the time path from the stage to the file,
/// then the opinions. The widget is as high as its lines need.
class WhyPage : public QWidget {
  Q_OBJECT
 public:
  void show(WhyTexts texts);
  /// Shows a message in the middle, in place of an explanation.
  void showMessage(QString message);

  const QString& sentence() const { return texts_.sentence; }
  const QString& value() const { return texts_.value; }

  /// Adapts the height to the width.
  void fit();

 Q_SIGNALS:
  /// The user has chosen an opinion with a mouse button. Its row is marked.
  void opinionChosen(const usdscope::OpinionLine& line);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  using Cells = std::array<QString, 4>;  ///< Layer, path, contents and reason of an opinion.

  std::unique_ptr<QTextDocument> layOut(int pageWidth) const;
  int sentenceHeight() const;
  int stepsTop() const;
  int opinionsTop() const;
  int opinionAt(int y) const;
  void paintSteps(QPainter& painter);
  std::array<int, 4> columnWidths(int room) const;
  void paintOpinions(QPainter& painter);
  QFont fontOf(const OpinionLine& line) const;

  WhyTexts texts_;
  bool isMessage_ = true;
  int chosen_ = -1;  ///< The number of the marked opinion; -1 for none.
};

}  // namespace usdscope
