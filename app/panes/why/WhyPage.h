// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChar>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

#include "engine/report/explain/Explain.h"

class QTextDocument;

namespace usdscope {

inline constexpr QChar kWhyIndent = u'\u2003';

/// A heading above the opinions about one question.
struct WhyHeading {
  std::size_t row = 0;  ///< The first opinion below it.
  QString text;
};

/// The texts of an explanation, ready to be drawn.
struct WhyTexts {
  /// The first line is the headline. The lines after it are smaller; those that begin with
  /// kWhyIndent are parts of the line before them.
  QString sentence;
  QString value;
  std::vector<TimePathLine> steps;
  std::vector<OpinionLine> opinions;
  std::vector<WhyHeading> headings;  ///< By ascending rows.
};

/// Draws an explanation: the headline and the value, then the other sentences, then the time path
/// from the stage to the file, then the opinions below their headings. The widget is as high as its
/// lines need. If the cells of the opinions do not fit into a line, the reasons stand below them
/// and wrap; other texts that are too long are cut in the middle, and a tooltip has them in full.
class WhyPage : public QWidget {
  Q_OBJECT
 public:
  void show(WhyTexts texts);
  /// Shows a message in the middle, in place of an explanation.
  void showMessage(QString message);

  const QString& sentence() const { return texts_.sentence; }
  const QString& value() const { return texts_.value; }
  const std::vector<TimePathLine>& steps() const { return texts_.steps; }
  const std::vector<OpinionLine>& opinions() const { return texts_.opinions; }

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

  /// The places of the opinions.
  struct Opinions {
    std::array<int, 4> columns{};  ///< Widths, with the gap behind each column.
    bool hasReasonsBelow = false;  ///< The reasons stand below the other cells.
    std::vector<int> tops;         ///< By opinion, below the top of all opinions and headings.
    std::vector<int> bottoms;
  };

  std::unique_ptr<QTextDocument> layOut(int pageWidth) const;
  int sentenceHeight() const;
  int stepsTop() const;
  int opinionsTop() const;
  int opinionAt(int y) const;
  int stepAt(int y) const;
  Opinions placeOpinions() const;
  void paintSteps(QPainter& painter);
  void paintOpinions(QPainter& painter);
  QFont fontOf(const OpinionLine& line) const;
  const WhyHeading* headingOf(std::size_t opinion) const;

  WhyTexts texts_;
  bool isMessage_ = true;
  int chosen_ = -1;  ///< The number of the marked opinion; -1 for none.
};

}  // namespace usdscope
