// SPDX-License-Identifier: Apache-2.0
#include "app/panes/why/WhyPane.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include "app/theme/Theme.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

constexpr int kPagePadding = 8;
constexpr int kRow = 22;
constexpr int kGap = 12;
constexpr int kRail = 14;  // Left end of the time path, inside the padding.
constexpr int kStepText = 32;

QString toQString(const std::string& text) { return QString::fromStdString(text); }

QFont codeFont(const QFont& base) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (QFontDatabase::families().contains("JetBrains Mono")) font.setFamily("JetBrains Mono");
  font.setPixelSize(std::max(10, base.pixelSize() - 1));
  return font;
}

// A text that quotes names with backquotes, without them: where it cannot have bold parts.
QString plain(const std::string& text) { return toQString(text).remove('`'); }

// What text needs: glyphs are placed between pixels, and what lacks a fraction of one is cut short.
int neededWidth(const QFontMetrics& metrics, const QString& text) {
  return metrics.horizontalAdvance(text) + 2;
}

QString wholePart(const QString& number) { return number.left(number.indexOf('.')); }

}  // namespace

/// Draws an explanation from top to bottom.
class WhyPane::Page : public QWidget {
 public:
  void show(QString sentence, QString value, std::vector<TimePathLine> steps,
            std::vector<OpinionLine> opinions) {
    sentence_ = std::move(sentence);
    value_ = std::move(value);
    steps_ = std::move(steps);
    opinions_ = std::move(opinions);
    isMessage_ = false;
    fit();
  }

  void showMessage(QString message) {
    show(std::move(message), {}, {}, {});
    isMessage_ = true;
    fit();
  }

  const QString& sentence() const { return sentence_; }
  const QString& value() const { return value_; }

  /// Takes the height that its lines need.
  void fit() {
    const int steps = steps_.empty() ? 0 : kGap + int(steps_.size()) * kRow;
    const int opinions = opinions_.empty() ? 0 : kGap + int(opinions_.size()) * kRow;
    setMinimumHeight(sentenceHeight() + steps + opinions + 2 * kPagePadding);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), theme::kPane);
    if (isMessage_) {
      painter.setPen(theme::kDim);
      painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                       sentence_);
      return;
    }
    painter.save();
    painter.translate(kPagePadding, kPagePadding);
    layOut(width())->drawContents(&painter);
    painter.restore();
    if (!steps_.empty()) paintSteps(painter);
    paintOpinions(painter);
  }

  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = (help->y() - opinionsTop()) / kRow;
    if (help->y() < opinionsTop() || row >= int(opinions_.size())) {
      QToolTip::hideText();
      return true;
    }
    const OpinionLine& line = opinions_[std::size_t(row)];
    QToolTip::showText(help->globalPos(), QStringLiteral("%1\n%2\n%3\n%4")
                                              .arg(toQString(line.layer), toQString(line.specPath),
                                                   plain(line.holds), plain(line.reason)));
    return true;
  }

 private:
  // The sentence, wrapped, with the names that it quotes in bold, and the value below it.
  std::unique_ptr<QTextDocument> layOut(int pageWidth) const {
    QString html = sentence_.toHtmlEscaped();
    for (bool isOpen = true; html.contains('`'); isOpen = !isOpen) {
      html.replace(html.indexOf('`'), 1, isOpen ? "<b>" : "</b>");
    }
    if (!value_.isEmpty()) {
      html += QStringLiteral("<div style=\"color: %1\">%2</div>")
                  .arg(theme::kDim.name(), tr("value: %1").arg(value_).toHtmlEscaped());
    }
    QFont large = font();
    large.setPixelSize(15);
    auto document = std::make_unique<QTextDocument>();
    document->setDocumentMargin(0);
    document->setDefaultFont(large);
    document->setDefaultStyleSheet("body { color: " + theme::kText.name() + "; }");
    document->setHtml("<body>" + html + "</body>");
    document->setTextWidth(std::max(50, pageWidth - 2 * kPagePadding));
    return document;
  }

  int sentenceHeight() const { return int(std::ceil(layOut(width())->size().height())); }

  int stepsTop() const { return kPagePadding + sentenceHeight() + kGap; }
  int opinionsTop() const {
    return stepsTop() + (steps_.empty() ? 0 : int(steps_.size()) * kRow + kGap);
  }

  // One row a step: where time is mapped and by how much, and the time on the inside at the right.
  void paintSteps(QPainter& painter) {
    const QFont code = codeFont(font());
    const QFontMetrics codeMetrics(code);
    // Numbers stand below each other at the point.
    int wholeWidth = 0;
    int fractionWidth = 0;
    for (const TimePathLine& line : steps_) {
      const QString number = toQString(line.time);
      wholeWidth = std::max(wholeWidth, codeMetrics.horizontalAdvance(wholePart(number)));
      fractionWidth = std::max(fractionWidth,
                               codeMetrics.horizontalAdvance(number.mid(wholePart(number).size())));
    }
    const int numberWidth = wholeWidth + fractionWidth;
    // The numbers stand close to the words, not at the far end of a wide pane.
    int textWidth = 0;
    for (const TimePathLine& line : steps_) {
      textWidth = std::max(textWidth, neededWidth(fontMetrics(), labelOf(line)));
    }
    const int room = width() - 2 * kPagePadding - kStepText - numberWidth - 2 * kGap;
    textWidth = std::clamp(textWidth, 60, std::max(60, room));
    const int numberLeft = kPagePadding + kStepText + textWidth + 2 * kGap;

    const int top = stepsTop();
    const int bottom = top + (int(steps_.size()) - 1) * kRow + kRow / 2;
    painter.setPen(QPen(theme::kLine, 1));
    for (const int x : {kPagePadding + 4, kPagePadding + kRail + 8}) {
      painter.drawLine(x, top + kRow / 2, x, bottom);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const TimePathLine& line = steps_[i];
      const int y = top + int(i) * kRow;
      painter.setPen(QPen(theme::kFaint, 1));
      painter.drawLine(kPagePadding + 4, y + kRow / 2, kPagePadding + kRail + 8, y + kRow / 2);
      const bool isEnd = i == 0 || i + 1 == steps_.size();
      painter.setFont(font());
      painter.setPen(isEnd ? theme::kText : theme::kDim);
      painter.drawText(QRect(kPagePadding + kStepText, y, textWidth, kRow),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       fontMetrics().elidedText(labelOf(line), Qt::ElideMiddle, textWidth));
      painter.setFont(code);
      painter.setPen(isEnd ? theme::kText : theme::kDim);
      const QString number = toQString(line.time);
      const QString whole = wholePart(number);
      painter.drawText(QRect(numberLeft, y, wholeWidth, kRow), Qt::AlignRight | Qt::AlignVCenter,
                       whole);
      painter.drawText(QRect(numberLeft + wholeWidth, y, fractionWidth + 2, kRow),
                       Qt::AlignLeft | Qt::AlignVCenter, number.mid(whole.size()));
    }
  }

  static QString labelOf(const TimePathLine& line) {
    if (line.mapping.empty()) return toQString(line.what);
    return QStringLiteral("%1  ·  %2").arg(toQString(line.what), toQString(line.mapping));
  }

  using Cells = std::array<QString, 4>;

  static Cells cellsOf(const OpinionLine& line) {
    return {toQString(line.layer), toQString(line.specPath), plain(line.holds), plain(line.reason)};
  }

  QFont fontOf(const OpinionLine& line) const {
    QFont text = font();
    text.setBold(line.wins);
    return text;
  }

  // Layer, path, what is there and the reason: each as wide as it needs to be, and where there is
  // no room for all the widest ones give way.
  std::array<int, 4> columnWidths(int room) const {
    std::array<int, 4> widths = {};
    for (const OpinionLine& line : opinions_) {
      const QFontMetrics metrics(fontOf(line));
      const Cells cells = cellsOf(line);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        widths[i] = std::max(widths[i], neededWidth(metrics, cells[i]) + kGap);
      }
    }
    int excess = std::accumulate(widths.begin(), widths.end(), 0) - room;
    while (excess > 0) {
      const auto widest = std::ranges::max_element(widths);
      int next = 0;  // Of the others the widest one.
      for (const int width : widths) next = width < *widest ? std::max(next, width) : next;
      const int shared = int(std::ranges::count(widths, *widest));
      const int limit = std::max({next, *widest - (excess + shared - 1) / shared, kGap});
      if (limit >= *widest) break;
      const int before = *widest;
      std::ranges::replace(widths, before, limit);
      excess -= shared * (before - limit);
    }
    return widths;
  }

  void paintOpinions(QPainter& painter) {
    const int top = opinionsTop();
    const std::array<int, 4> columns = columnWidths(width() - 2 * kPagePadding - kStepText - 4);
    for (std::size_t i = 0; i < opinions_.size(); ++i) {
      const OpinionLine& line = opinions_[i];
      const int y = top + int(i) * kRow;
      const QFont text = fontOf(line);
      painter.setPen(line.wins ? theme::ofSource(line.source) : theme::kDim);
      painter.setFont(text);
      painter.drawText(QRect(kPagePadding, y, kStepText - 4, kRow),
                       Qt::AlignRight | Qt::AlignVCenter,
                       line.wins ? QStringLiteral("▸") : QString::number(i + 1));
      int x = kPagePadding + kStepText + 4;
      const Cells cells = cellsOf(line);
      for (std::size_t column = 0; column < cells.size(); ++column) {
        const int room = columns[column] - kGap;
        const Qt::TextElideMode mode = column == 3 ? Qt::ElideRight : Qt::ElideMiddle;
        painter.drawText(QRect(x, y, room, kRow), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(text).elidedText(cells[column], mode, room));
        x += columns[column];
      }
    }
  }

  QString sentence_;
  QString value_;
  std::vector<TimePathLine> steps_;
  std::vector<OpinionLine> opinions_;
  bool isMessage_ = true;
};

WhyPane::WhyPane(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session), page_(new Page) {
  setWidget(page_);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.playback.observe(this, [this, shown = -1.0](const PlaybackState& state) mutable {
    if (state.time == shown) return;
    shown = state.time;
    if (isVisible()) refresh();
  });
}

QString WhyPane::sentence() const { return page_->sentence(); }
QString WhyPane::value() const { return page_->value(); }

void WhyPane::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  refresh();
}

void WhyPane::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  page_->fit();
}

void WhyPane::refresh() {
  const Document& document = session_.document.value();
  const Selection& selection = session_.selection.value();
  const Prim prim = document.isOpen() && !selection.leading().isEmpty()
                        ? document.stage->primAt(selection.leading())
                        : Prim();
  if (!prim || selection.property.isEmpty()) {
    page_->showMessage(
        tr("Select an attribute in Properties to see where its value comes from, "
           "and why from there."));
    return;
  }
  const Attribute attribute = prim.attribute(selection.property);
  if (!attribute) {
    page_->showMessage(tr("%1 is a relationship: it has targets and no value.")
                           .arg(toQString(selection.property.string())));
    return;
  }
  const Explanation explanation = explain(attribute, session_.playback.value().time);
  page_->show(toQString(explanation.sentence), toQString(valueToText(explanation.value)),
              timePathLines(explanation), opinionLines(explanation));
}

}  // namespace usdscope
