// SPDX-License-Identifier: Apache-2.0
#include "app/panes/why/WhyPage.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "app/widgets/ContentColumns.h"

namespace usdscope {
namespace {

constexpr int kPadding = 8;
constexpr int kGap = 12;
constexpr int kBarWidth = 3;      // At the left of the chosen opinion.
constexpr int kRail = 14;         // The line of the time path, inside the padding.
constexpr double kStation = 3.5;  // The radius of its stations.
constexpr int kStepText = 32;
constexpr int kOpinionText = kPadding + kStepText + 4;
constexpr int kLeastCell = 40;      // A cell that is cut shows at least a word.
constexpr std::size_t kReason = 3;  // The last cell of an opinion.
constexpr int kReasonFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
constexpr int kBelowReason = 4;
constexpr int kAboveLine = 4;
constexpr int kAboveHeading = 4;

int rowHeight() { return theme::px(22); }

QFont codeFont(const QFont& base) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (QFontDatabase::families().contains("JetBrains Mono")) font.setFamily("JetBrains Mono");
  font.setPixelSize(std::max(10, base.pixelSize() - 1));
  return font;
}

// Removes the backquotes around names, where a text cannot have bold parts.
QString plain(const std::string& text) { return textOf(text).remove('`'); }

// Glyphs lie between pixels; text that lacks a fraction of a pixel is cut short.
int neededWidth(const QFontMetrics& metrics, const QString& text) {
  return metrics.horizontalAdvance(text) + 2;
}

// Returns a text with the names in backquotes in bold.
QString htmlOf(const QString& text) {
  QString html = text.toHtmlEscaped();
  for (bool isOpen = true; html.contains('`'); isOpen = !isOpen) {
    html.replace(html.indexOf('`'), 1, isOpen ? "<b>" : "</b>");
  }
  return html;
}

QString wholePart(const QString& number) { return number.left(number.indexOf('.')); }

QString labelOf(const TimePathLine& line) {
  if (line.mapping.empty()) return textOf(line.what);
  return QStringLiteral("%1  ·  %2").arg(textOf(line.what), textOf(line.mapping));
}

std::array<QString, 4> cellsOf(const OpinionLine& line) {
  return {textOf(line.layer), textOf(line.specPath), plain(line.holds), plain(line.reason)};
}

}  // namespace

void WhyPage::show(WhyTexts texts) {
  if (texts.opinions.size() != texts_.opinions.size()) chosen_ = -1;
  texts_ = std::move(texts);
  isMessage_ = false;
  fit();
}

void WhyPage::showMessage(QString message) {
  texts_ = {.sentence = std::move(message)};
  isMessage_ = true;
  chosen_ = -1;
  fit();
}

void WhyPage::fit() {
  const int steps = texts_.steps.empty() ? 0 : kGap + int(texts_.steps.size()) * rowHeight();
  const int opinions = texts_.opinions.empty() ? 0 : kGap + placeOpinions().bottoms.back();
  setMinimumHeight(sentenceHeight() + steps + opinions + 2 * kPadding);
  update();
}

void WhyPage::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  if (isMessage_) {
    painter.setPen(theme::kDim);
    painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                     texts_.sentence);
    return;
  }
  painter.save();
  painter.translate(kPadding, kPadding);
  layOut(width())->drawContents(&painter);
  painter.restore();
  if (!texts_.steps.empty()) paintSteps(painter);
  paintOpinions(painter);
}

bool WhyPage::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = opinionAt(help->y());
  const int step = stepAt(help->y());
  if (row >= 0) {
    const Cells cells = cellsOf(texts_.opinions[std::size_t(row)]);
    const QStringList parts(cells.begin(), cells.end());
    QToolTip::showText(help->globalPos(), wrapTip(parts.join('\n')));
  } else if (step >= 0) {
    QToolTip::showText(help->globalPos(), wrapTip(labelOf(texts_.steps[std::size_t(step)])));
  } else {
    QToolTip::hideText();
  }
  return true;
}

void WhyPage::mousePressEvent(QMouseEvent* event) {
  chosen_ = opinionAt(qRound(event->position().y()));
  update();
  if (chosen_ >= 0) Q_EMIT opinionChosen(texts_.opinions[std::size_t(chosen_)]);
}

// Returns the number of the opinion at a height; -1 if there is none.
int WhyPage::opinionAt(int y) const {
  if (texts_.opinions.empty() || y < opinionsTop()) return -1;
  const Opinions places = placeOpinions();
  const auto after = std::ranges::upper_bound(places.tops, y - opinionsTop());
  const int row = int(after - places.tops.begin()) - 1;
  return row < 0 || y - opinionsTop() >= places.bottoms[std::size_t(row)] ? -1 : row;
}

// Returns the number of the step of the time path at a height; -1 if there is none.
int WhyPage::stepAt(int y) const {
  if (y < stepsTop()) return -1;
  const int row = (y - stepsTop()) / rowHeight();
  return row < int(texts_.steps.size()) ? row : -1;
}

// The headline, wrapped and with quoted names in bold, the value below it, and the other lines.
std::unique_ptr<QTextDocument> WhyPage::layOut(int pageWidth) const {
  QStringList lines = texts_.sentence.split('\n');
  QString html = QStringLiteral("<div>%1</div>").arg(htmlOf(lines.takeFirst()));
  if (!texts_.value.isEmpty()) {
    html += QStringLiteral("<div style=\"color: %1\">%2</div>")
                .arg(theme::kDim.name(), tr("value: %1").arg(texts_.value).toHtmlEscaped());
  }
  for (const QString& line : lines) {
    const bool isPart = line.startsWith(kWhyIndent);
    html += QStringLiteral(
                "<div style=\"font-size: %1px; color: %2; margin-left: %3px; "
                "margin-top: %4px\">")
                .arg(QFontInfo(font()).pixelSize())
                .arg((isPart ? theme::kDim : theme::kText).name())
                .arg(isPart ? 2 * kPadding : 0)
                .arg(isPart ? 0 : kAboveLine);
    html += htmlOf(isPart ? line.mid(1) : line) + QStringLiteral("</div>");
  }
  QFont large = font();
  large.setPixelSize(theme::fontPx(15));
  auto document = std::make_unique<QTextDocument>();
  document->setDocumentMargin(0);
  document->setDefaultFont(large);
  document->setDefaultStyleSheet("body { color: " + theme::kText.name() + "; }");
  document->setHtml("<body>" + html + "</body>");
  document->setTextWidth(std::max(50, pageWidth - 2 * kPadding));
  return document;
}

int WhyPage::sentenceHeight() const { return int(std::ceil(layOut(width())->size().height())); }

int WhyPage::stepsTop() const { return kPadding + sentenceHeight() + kGap; }

int WhyPage::opinionsTop() const {
  return stepsTop() + (texts_.steps.empty() ? 0 : int(texts_.steps.size()) * rowHeight() + kGap);
}

// Draws one row for each step of the time path, with the mapped time to its right.
void WhyPage::paintSteps(QPainter& painter) {
  const QFont code = codeFont(font());
  const QFontMetrics codeMetrics(code);
  // Numbers are aligned at the point.
  int wholeWidth = 0;
  int fractionWidth = 0;
  for (const TimePathLine& line : texts_.steps) {
    const QString number = textOf(line.time);
    wholeWidth = std::max(wholeWidth, codeMetrics.horizontalAdvance(wholePart(number)));
    fractionWidth = std::max(fractionWidth,
                             codeMetrics.horizontalAdvance(number.mid(wholePart(number).size())));
  }
  const int numberWidth = wholeWidth + fractionWidth;
  // In a wide pane, the numbers stay close to the words.
  int textWidth = 0;
  for (const TimePathLine& line : texts_.steps) {
    textWidth = std::max(textWidth, neededWidth(fontMetrics(), labelOf(line)));
  }
  const int room = width() - 2 * kPadding - kStepText - numberWidth - 2 * kGap;
  textWidth = std::clamp(textWidth, 60, std::max(60, room));
  const int numberLeft = kPadding + kStepText + textWidth + 2 * kGap;

  const int top = stepsTop();
  const int bottom = top + (int(texts_.steps.size()) - 1) * rowHeight() + rowHeight() / 2;
  painter.setPen(QPen(theme::kFaint, 1));
  painter.drawLine(kPadding + kRail, top + rowHeight() / 2, kPadding + kRail, bottom);
  for (std::size_t i = 0; i < texts_.steps.size(); ++i) {
    const TimePathLine& line = texts_.steps[i];
    const int y = top + int(i) * rowHeight();
    const bool isEnd = i == 0 || i + 1 == texts_.steps.size();
    // The line is a way with stations: two lines with rungs would look like an empty checkbox.
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnd ? theme::kText : theme::kFaint);
    painter.drawEllipse(QPointF(kPadding + kRail + 0.5, y + rowHeight() / 2 + 0.5), kStation,
                        kStation);
    painter.restore();
    painter.setFont(font());
    painter.setPen(isEnd ? theme::kText : theme::kDim);
    painter.drawText(QRect(kPadding + kStepText, y, textWidth, rowHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(labelOf(line), Qt::ElideMiddle, textWidth));
    painter.setFont(code);
    painter.setPen(isEnd ? theme::kText : theme::kDim);
    const QString number = textOf(line.time);
    const QString whole = wholePart(number);
    painter.drawText(QRect(numberLeft, y, wholeWidth, rowHeight()),
                     Qt::AlignRight | Qt::AlignVCenter, whole);
    painter.drawText(QRect(numberLeft + wholeWidth, y, fractionWidth + 2, rowHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter, number.mid(whole.size()));
  }
}

QFont WhyPage::fontOf(const OpinionLine& line) const {
  QFont text = font();
  text.setBold(line.wins);
  return text;
}

// Returns the heading above an opinion; null if there is none.
const WhyHeading* WhyPage::headingOf(std::size_t opinion) const {
  const auto found = std::ranges::find(texts_.headings, opinion, &WhyHeading::row);
  return found == texts_.headings.end() ? nullptr : &*found;
}

// Each column gets the width that it needs. If they do not fit, the reasons move below the other
// cells. If these do not fit either, the widest ones shrink first.
WhyPage::Opinions WhyPage::placeOpinions() const {
  Opinions places;
  const int room = width() - kOpinionText - kPadding;
  for (const OpinionLine& line : texts_.opinions) {
    const QFontMetrics metrics(fontOf(line));
    const Cells cells = cellsOf(line);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].isEmpty()) continue;
      places.columns[i] = std::max(places.columns[i], neededWidth(metrics, cells[i]) + kGap);
    }
  }
  const std::span<int, 4> columns(places.columns);
  places.hasReasonsBelow = std::accumulate(columns.begin(), columns.end(), 0) > room;
  if (places.hasReasonsBelow) shrinkWidest(columns.first(kReason), room + kGap, kLeastCell);
  int top = 0;
  for (std::size_t i = 0; i < texts_.opinions.size(); ++i) {
    const OpinionLine& line = texts_.opinions[i];
    if (headingOf(i)) top += rowHeight() + (i == 0 ? 0 : kAboveHeading);
    places.tops.push_back(top);
    top += rowHeight();
    const QString reason = cellsOf(line)[kReason];
    if (places.hasReasonsBelow && !reason.isEmpty()) {
      top += QFontMetrics(fontOf(line))
                 .boundingRect(QRect(0, 0, std::max(room, kLeastCell), 10000), kReasonFlags, reason)
                 .height() +
             kBelowReason;
    }
    places.bottoms.push_back(top);
  }
  return places;
}

void WhyPage::paintOpinions(QPainter& painter) {
  if (texts_.opinions.empty()) return;
  const int top = opinionsTop();
  const Opinions places = placeOpinions();
  std::size_t firstOfSection = 0;
  const std::size_t inLine = places.hasReasonsBelow ? kReason : places.columns.size();
  for (std::size_t i = 0; i < texts_.opinions.size(); ++i) {
    const OpinionLine& line = texts_.opinions[i];
    const int y = top + places.tops[i];
    const int height = places.bottoms[i] - places.tops[i];
    const QFont text = fontOf(line);
    if (const WhyHeading* heading = headingOf(i)) {
      firstOfSection = i;
      QFont bold = font();
      bold.setBold(true);
      painter.setFont(bold);
      painter.setPen(theme::kText);
      const int room = width() - 2 * kPadding;
      painter.drawText(QRect(kPadding, y - rowHeight(), room, rowHeight()),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(bold).elidedText(heading->text, Qt::ElideMiddle, room));
    }
    if (int(i) == chosen_) {
      painter.fillRect(QRect(0, y, width(), height), theme::kSelectedRow);
      painter.fillRect(QRect(0, y, kBarWidth, height), theme::kSelection);
    }
    painter.setPen(line.wins ? theme::ofSource(line.source) : theme::kDim);
    painter.setFont(text);
    painter.drawText(QRect(kPadding, y, kStepText - 4, rowHeight()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     line.wins ? QStringLiteral("▸") : QString::number(i - firstOfSection + 1));
    int x = kOpinionText;
    const Cells cells = cellsOf(line);
    for (std::size_t column = 0; column < inLine; ++column) {
      const int room = places.columns[column] - kGap;
      painter.drawText(QRect(x, y, room, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(text).elidedText(cells[column], Qt::ElideMiddle, room));
      x += places.columns[column];
    }
    if (places.hasReasonsBelow) {
      painter.drawText(QRect(kOpinionText, y + rowHeight(), width() - kOpinionText - kPadding,
                             height - rowHeight()),
                       kReasonFlags, cells[kReason]);
    }
  }
}

}  // namespace usdscope
