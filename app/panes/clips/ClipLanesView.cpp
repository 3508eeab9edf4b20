// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipLanesView.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <ranges>
#include <unordered_set>

#include "app/panes/clips/ClipHoles.h"
#include "app/session/FileName.h"
#include "app/theme/LongText.h"
#include "app/theme/SupplierStrip.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/report/clips/ClipGaps.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kLaneGap = 6;
constexpr int kPadding = 8;
constexpr int kMarks = 8;            // Height of the marks below the blocks.
constexpr double kLeastBlock = 3.0;  // Narrower blocks are a density.
constexpr double kLeastNamed = 24.0;
constexpr double kNarrowBlock = 60.0;  // Such blocks have no room for a file.
constexpr double kLeastNotch = 9.0;    // Pixels between two notches.
constexpr std::size_t kMostGapsInToolTip = 10;
constexpr double kSeamReach = 4.0;        // Pixels at both sides of a seam that catch the pointer.
constexpr double kLeastSeamBlock = 16.0;  // The seams of narrower blocks cannot be dragged.

const QString kBetweenLabelParts = QStringLiteral("  ");  // Between the parts of a label.

int laneHeight() { return theme::px(28); }
// Above each lane.
int sentenceHeight() { return theme::px(30); }

// A sentence without the backquotes around names.
QString plain(const std::string& sentence) { return textOf(sentence).remove('`'); }

QColor withAlpha(QColor color, int alpha) {
  color.setAlpha(alpha);
  return color;
}

// The opaque colour of a translucent one before another.
QColor laidOver(const QColor& behind, const QColor& color) {
  const auto mixed = [&](int under, int upper) {
    return under + (upper - under) * color.alpha() / 255;
  };
  return {mixed(behind.red(), color.red()), mixed(behind.green(), color.green()),
          mixed(behind.blue(), color.blue())};
}

// Whether a capsule lacks the clip of a block on purpose: it is not found, but does not count as
// missing.
bool isLeftOut(const std::vector<ClipStretch>& stretches, const ClipBlock& at, std::size_t block) {
  return !at.isMissing && block < stretches.size() && !stretches[block].isFound &&
         !stretches[block].isUnreadable;
}

// A sentence "FILE at TIME; clip set NAME on <PATH>.": file and path are shortened in their middle,
// so that their ends, which distinguish them, and the time stay.
QString headerOf(const QFontMetrics& metrics, const QString& sentence, int width) {
  if (metrics.horizontalAdvance(sentence) <= width) return sentence;
  const qsizetype end = sentence.lastIndexOf(QStringLiteral("; clip set"));
  const qsizetype at = sentence.lastIndexOf(QStringLiteral(" at "), end);
  if (at < 0) return metrics.elidedText(sentence, Qt::ElideMiddle, width);
  const QString file = sentence.left(at).section('/', -1);
  const QString time = sentence.mid(at, end - at);
  const QString rest = sentence.mid(end);
  const int room = std::max(width / 3, width - metrics.horizontalAdvance(time + rest));
  const QString first = metrics.elidedText(file, Qt::ElideMiddle, room) + time;
  const int left = width - metrics.horizontalAdvance(first);
  const bool hasRoom = left > metrics.horizontalAdvance(QStringLiteral("; clip set …"));
  return metrics.elidedText(
      first + (hasRoom ? metrics.elidedText(rest, Qt::ElideMiddle, left) : QString()),
      Qt::ElideMiddle, width);
}

}  // namespace

ClipLanesView::ClipLanesView(QWidget* parent)
    : ClipTimeView(parent), cancelSeam_([this] { return bool(seam_); }, [this] { dropSeam(); }) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setMargins(kPadding, kPadding);
  setAccessibleName(tr("Clip lanes"));
}

void ClipLanesView::show(const ShownClips& shown) {
  shown_ = &shown;
  dropSeam();
  gaps_.clear();
  tops_.clear();
  jumps_.clear();
  fileCounts_.clear();
  missingCounts_.clear();
  for (const ClipLane& lane : shown.lanes) {
    jumps_.push_back(clipJumps(lane));
    std::unordered_set<std::size_t> files;
    for (const ClipBlock& block : lane.blocks) files.insert(block.index);
    fileCounts_.push_back(files.size());
    missingCounts_.push_back(lane.missingCount());
  }
  updateGeometry();
  update();
}

QString ClipLanesView::sentence() const {
  if (!shown_ || shown_->lanes.empty()) return {};
  return plain(clipNow(*shown_->stage, shown_->lanes[0], playhead()).sentence);
}

int ClipLanesView::laneTop(std::size_t lane, int width) const {
  if (topsWidth_ != width || tops_.size() != shown_->lanes.size() + 1) layOut(width);
  return tops_[lane];
}

void ClipLanesView::layOut(int width) const {
  topsWidth_ = width;
  tops_ = {2};
  for (const ClipLaneFacts& facts : shown_->facts) {
    const int factsHeight = facts.text.isEmpty() ? 0 : fontMetrics().height() + kLaneGap;
    tops_.push_back(tops_.back() + sentenceHeight() + laneHeight() + kMarks + kLaneGap +
                    factsHeight);
  }
}

int ClipLanesView::heightForWidth(int width) const {
  return shown_ ? laneTop(shown_->lanes.size(), width) + kPadding : kPadding;
}

QSize ClipLanesView::sizeHint() const { return {200, heightForWidth(std::max(200, width()))}; }

// The last clip plays without end.
double ClipLanesView::endOf(const ClipBlock& block) const {
  return std::isfinite(block.end) ? block.end : std::max(block.start, scale().to);
}

QRectF ClipLanesView::boxOf(std::size_t lane, std::size_t block) const {
  const ClipBlock& at = shown_->lanes[lane].blocks[block];
  const PlotScale drawn = scale();
  // The first clip also plays before its start.
  const double start = block == 0 ? std::min(at.start, drawn.from) : at.start;
  const double left = std::max(drawn.xOf(start), drawn.area.left());
  const double right = std::min(drawn.xOf(endOf(at)), drawn.area.right());
  if (!(right >= left)) return {};
  return {left + 0.5, laneTop(lane, width()) + sentenceHeight() + 0.5,
          std::max(1.0, right - left - 1.0), laneHeight() - 1.0};
}

Path ClipLanesView::attributeInClips(std::size_t lane) const {
  const ClipLane& of = shown_->lanes[lane];
  return shown_->attribute.isEmpty() ? Path()
                                     : shown_->attribute.withPrefixReplaced(of.anchor, of.primPath);
}

// A lane may have thousands of clips, so that they are searched once and not in every picture.
const std::vector<bool>& ClipLanesView::gapsOf(std::size_t lane) const {
  if (gapsFor_ != shown_->attribute) gaps_.clear();
  gapsFor_ = shown_->attribute;
  gaps_.resize(shown_->lanes.size());
  std::vector<bool>& gaps = gaps_[lane];
  const ClipLaneFacts& facts = shown_->facts[lane];
  if (gaps.size() != facts.stretches.size()) {
    gaps = stretchesWithGap(facts.stretches, facts.declared, attributeInClips(lane));
  }
  return gaps;
}

ClipLanesView::Label ClipLanesView::labelOf(std::size_t lane, std::size_t block) const {
  const ClipBlock& at = shown_->lanes[lane].blocks[block];
  Label label{QString::number(at.index), textOf(fileName(at.file)), {}};
  const auto& stretches = shown_->facts[lane].stretches;
  const std::size_t gaps = block < stretches.size() ? stretches[block].gaps.size() : 0;
  if (at.isMissing) {
    label.remark = tr("missing");
  } else if (isLeftOut(stretches, at, block)) {
    label.remark = tr("not in the capsule");
  } else if (gaps > 0) {
    label.remark = gaps == 1 ? tr("without 1 attribute") : tr("without %1 attributes").arg(gaps);
  }
  return label;
}

QString ClipLanesView::Label::whole() const {
  return number + kBetweenLabelParts + file +
         (remark.isEmpty() ? QString() : kBetweenLabelParts + remark);
}

// The end of a file name distinguishes clips, so that its middle is cut. The remark goes first: a
// pattern of the block says it too.
QString ClipLanesView::Label::fitting(const QFontMetrics& metrics, int width) const {
  if (metrics.horizontalAdvance(whole()) <= width) return whole();
  const int room = width - metrics.horizontalAdvance(number + kBetweenLabelParts);
  const int beside = remark.isEmpty() ? 0 : metrics.horizontalAdvance(kBetweenLabelParts + remark);
  const int least = metrics.horizontalAdvance(QStringLiteral("mmm…mmm"));
  if (!remark.isEmpty() && room - beside >= std::min(least, metrics.horizontalAdvance(file))) {
    return number + kBetweenLabelParts + metrics.elidedText(file, Qt::ElideMiddle, room - beside) +
           kBetweenLabelParts + remark;
  }
  const QString name = metrics.elidedText(file, Qt::ElideMiddle, room);
  return name.size() > 1 ? number + kBetweenLabelParts + name : number;
}

ClipLanesView::LabelColors ClipLanesView::labelColors(Look look, bool isActive) {
  const QColor clips = theme::ofSource(ValueSource::Clips);
  switch (look) {
    case Look::Missing:
      return {theme::kError, theme::kPane};
    case Look::LeftOut:
      return {theme::kDim, theme::kPane};
    default:
      break;
  }
  // Neighbours differ, so that seams are seen.
  const int alpha = isActive ? 220 : look == Look::Even ? 60 : 44;
  return {isActive ? theme::kPane : theme::kText, laidOver(theme::kPane, withAlpha(clips, alpha))};
}

ClipLanesView::Look ClipLanesView::lookOf(std::size_t lane, std::size_t block) const {
  const ClipBlock& at = shown_->lanes[lane].blocks[block];
  if (isLeftOut(shown_->facts[lane].stretches, at, block)) return Look::LeftOut;
  if (at.isMissing) return Look::Missing;
  return block % 2 == 0 ? Look::Even : Look::Odd;
}

std::pair<std::size_t, std::size_t> ClipLanesView::visible(const ClipLane& lane) const {
  const PlotScale drawn = scale();
  const std::size_t first = lane.blockAt(drawn.from);
  const auto end = std::ranges::upper_bound(lane.blocks, drawn.to, {}, &ClipBlock::start);
  return {first, std::max(first + 1, std::size_t(end - lane.blocks.begin()))};
}

std::optional<std::pair<std::size_t, std::size_t>> ClipLanesView::blockAt(QPoint point) const {
  const PlotScale drawn = scale();
  if (!shown_ || point.x() < drawn.area.left() || point.x() > drawn.area.right()) return {};
  for (std::size_t lane = 0; lane < shown_->lanes.size(); ++lane) {
    const int top = laneTop(lane, width()) + sentenceHeight();
    if (point.y() < top || point.y() >= top + laneHeight()) continue;
    return std::pair(lane, shown_->lanes[lane].blockAt(drawn.timeAt(point.x())));
  }
  return std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> ClipLanesView::seamAt(QPoint point) const {
  const auto found = blockAt(point);
  if (!found) return std::nullopt;
  const auto [lane, at] = *found;
  const auto& blocks = shown_->lanes[lane].blocks;
  for (const std::size_t block : {at, at + 1}) {
    if (block == 0 || block >= blocks.size()) continue;
    if (std::abs(scale().xOf(blocks[block].start) - point.x()) > kSeamReach) continue;
    const bool isWide = boxOf(lane, block - 1).width() >= kLeastSeamBlock &&
                        boxOf(lane, block).width() >= kLeastSeamBlock;
    if (isWide) return std::pair(lane, block);
  }
  return std::nullopt;
}

QString ClipLanesView::toolTipAt(QPoint point) const {
  if (!shown_) return {};
  if (const auto found = blockAt(point)) {
    const auto [lane, block] = *found;
    const ClipBlock& at = shown_->lanes[lane].blocks[block];
    QString text = labelOf(lane, block).whole();
    if (const ClipHole* hole = shown_->lanes[lane].holeAt(scale().timeAt(point.x()))) {
      // The first clip also plays before its start.
      const QString plays = at.start > hole->start ? tr("%1; the first clip plays here, too:\n")
                                                   : tr("%1; the clip before plays on:\n");
      text = plays.arg(clipHoleText(*hole)) + text;
    }
    text += tr("\n%1\nfrom %2").arg(textOf(at.file), textOf(numberToText(at.start)));
    if (std::isfinite(at.end)) text += tr(" to %1").arg(textOf(numberToText(at.end)));
    if (lane < shown_->resident.size() && block < shown_->resident[lane].size()) {
      text += shown_->resident[lane][block] ? tr("\nin memory") : tr("\nnot in memory");
    }
    const auto& stretches = shown_->facts[lane].stretches;
    if (block >= stretches.size()) return text;
    const auto& gaps = stretches[block].gaps;
    for (std::size_t i = 0; i < std::min(gaps.size(), kMostGapsInToolTip); ++i) {
      text += tr("\nwithout %1").arg(textOf(gaps[i].text()));
    }
    if (gaps.size() > kMostGapsInToolTip) text += QStringLiteral("\n…");
    return text;
  }
  for (std::size_t lane = 0; lane < shown_->lanes.size(); ++lane) {
    const int bottom = laneTop(lane, width()) + sentenceHeight() + laneHeight();
    if (point.y() < bottom || point.y() >= laneTop(lane + 1, width()) - kLaneGap) continue;
    const PlotScale drawn = scale();
    for (const ClipJump& jump : jumps_[lane]) {
      if (std::abs(drawn.xOf(jump.stage) - point.x()) > 4.0 || point.y() >= bottom + kMarks)
        continue;
      return tr("%1 at %2: clip time jumps from %3 to %4")
          .arg(jump.isRepeat() ? tr("Repeat") : tr("Jump"), textOf(numberToText(jump.stage)),
               textOf(numberToText(jump.from)), textOf(numberToText(jump.to)));
    }
    return shown_->facts[lane].text;
  }
  return {};
}

bool ClipLanesView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return ClipTimeView::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), wrapTip(toolTipAt(help->pos())), this);
  return true;
}

void ClipLanesView::paintDensity(QPainter& painter, std::size_t lane, std::size_t active,
                                 double top) {
  const PlotScale drawn = scale();
  const ClipLane& of = shown_->lanes[lane];
  struct Column {
    std::size_t count = 0;
    bool isMissing = false;
    bool isGap = false;
    bool operator==(const Column&) const = default;
  };
  std::vector<Column> columns(std::size_t(drawn.area.width()) + 1);
  const auto columnOf = [&](double time) {
    const double x = std::clamp(drawn.xOf(time) - drawn.area.left(), 0.0, drawn.area.width());
    return std::size_t(x);
  };
  const std::vector<bool>& gaps = gapsOf(lane);
  const auto [first, end] = visible(of);
  for (std::size_t i = first; i < end; ++i) {
    const ClipBlock& block = of.blocks[i];
    const bool isGap = !block.isMissing && i < gaps.size() && gaps[i];
    const std::size_t last = columnOf(endOf(block));
    for (std::size_t at = columnOf(i == 0 ? drawn.from : block.start); at <= last; ++at) {
      ++columns[at].count;
      columns[at].isMissing |= block.isMissing;
      columns[at].isGap |= isGap;
    }
  }
  const QColor clips = theme::ofSource(ValueSource::Clips);
  // Equal neighbours are one rectangle.
  for (std::size_t at = 0; at < columns.size();) {
    std::size_t next = at + 1;
    while (next < columns.size() && columns[next] == columns[at]) ++next;
    const double share = std::log2(1.0 + double(columns[at].count));
    const QColor color = columns[at].isMissing ? withAlpha(theme::kError, 220)
                         : columns[at].isGap
                             ? withAlpha(theme::kWarning, 200)
                             : withAlpha(clips, int(std::min(170.0, 50 + 22 * share)));
    if (columns[at].count > 0) {
      painter.fillRect(
          QRectF(drawn.area.left() + double(at), top + 0.5, double(next - at), laneHeight() - 1.0),
          color);
    }
    at = next;
  }
  const QRectF now = boxOf(lane, active);
  if (now.isEmpty()) return;
  painter.fillRect(QRectF(now.left(), now.top(), std::max(2.0, now.width()), now.height()), clips);
}

void ClipLanesView::paintBlocks(QPainter& painter, std::size_t lane, std::size_t active) {
  const ClipLane& of = shown_->lanes[lane];
  const std::vector<bool>& gaps = gapsOf(lane);
  const auto [first, end] = visible(of);
  for (std::size_t i = first; i < end; ++i) {
    const QRectF box = boxOf(lane, i);
    if (box.isEmpty()) continue;
    const Look look = lookOf(lane, i);
    const LabelColors colors = labelColors(look, i == active);
    const bool isThere = look == Look::Even || look == Look::Odd;
    const bool hasGap = isThere && i < gaps.size() && gaps[i];
    painter.fillRect(box, colors.behind);
    if (look == Look::LeftOut) {
      painter.fillRect(box, QBrush(withAlpha(theme::kFaint, 90), Qt::BDiagPattern));
    } else if (look == Look::Missing) {
      painter.fillRect(box, QBrush(withAlpha(theme::kError, 90), Qt::BDiagPattern));
    } else if (hasGap) {
      painter.fillRect(box, QBrush(withAlpha(theme::kWarning, 120), Qt::FDiagPattern));
    }
    if (isThere && shown_->colors) {
      const ClipBlock& block = of.blocks[i];
      theme::paintSupplierStrip(painter, box,
                                shown_->colors->ofClip(block.identifier, block.index));
    }
    if (box.width() <= kLeastNamed) continue;
    const QRectF inside = box.adjusted(6, theme::supplierStripHeight(), -4, 0);
    const QFontMetrics metrics = painter.fontMetrics();
    // A narrow block has its number alone.
    const Label label = labelOf(lane, i);
    const QString text = box.width() < kNarrowBlock
                             ? metrics.elidedText(label.number, Qt::ElideRight, int(inside.width()))
                             : label.fitting(metrics, int(inside.width()));
    // A pattern under letters makes them hard to read.
    if (hasGap || look == Look::LeftOut || look == Look::Missing) {
      const double textWidth = std::min(inside.width(), double(metrics.horizontalAdvance(text)));
      const double height = std::min(inside.height(), double(metrics.height()));
      const QRectF plate(inside.left() - 3, inside.center().y() - height / 2.0, textWidth + 6,
                         height);
      painter.fillRect(plate & box, colors.behind);
    }
    painter.setPen(colors.text);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

// The line of clips in memory, the notches of jumps and the arrows of repeats.
void ClipLanesView::paintMarks(QPainter& painter, std::size_t lane, double bottom) {
  const PlotScale drawn = scale();
  const ClipLane& of = shown_->lanes[lane];
  if (lane < shown_->resident.size()) {
    const auto& resident = shown_->resident[lane];
    const auto [first, end] = visible(of);
    double covered = drawn.area.left();
    for (std::size_t i = first; i < std::min(end, resident.size()); ++i) {
      const QRectF box = resident[i] ? boxOf(lane, i) : QRectF();
      // Narrow blocks share a pixel.
      if (box.isEmpty() || box.right() < covered) continue;
      covered = std::max(covered, box.left() + 1.0);
      painter.fillRect(QRectF(box.left(), bottom + 1.0, std::max(1.0, box.width()), 2.0),
                       theme::ofSource(ValueSource::Clips));
    }
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const auto& jumps = jumps_[lane];
  auto at = std::ranges::lower_bound(jumps, drawn.from, {}, &ClipJump::stage);
  double last = -kLeastNamed;
  for (; at != jumps.end() && at->stage <= drawn.to; ++at) {
    const double x = drawn.xOf(at->stage);
    if (x - last < kLeastNotch) continue;
    const bool hasArrow = at->isRepeat() && x - last >= kLeastNamed;
    last = x;
    const double top = bottom - 4.0;
    QPainterPath notch(QPointF(x, top));
    notch.lineTo(x - 4.0, top + 8.0);
    notch.lineTo(x + 4.0, top + 8.0);
    notch.closeSubpath();
    painter.fillPath(notch, at->isRepeat() ? theme::kText : theme::kDim);
    if (!hasArrow) continue;
    // An arrow to the left: the clip goes back.
    painter.setPen(QPen(theme::kText, 1.4));
    painter.drawLine(QPointF(x - 16.0, top + 7.0), QPointF(x - 5.0, top + 7.0));
    painter.drawLine(QPointF(x - 16.0, top + 7.0), QPointF(x - 12.5, top + 4.0));
    painter.drawLine(QPointF(x - 16.0, top + 7.0), QPointF(x - 12.5, top + 10.0));
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
}

void ClipLanesView::paintLane(QPainter& painter, std::size_t index, int top) {
  const ClipLane& lane = shown_->lanes[index];
  const ClipNow now = clipNow(*shown_->stage, lane, playhead());
  const std::size_t missing = missingCounts_[index];
  QString count = lane.blocks.size() == 1 ? tr("1 clip") : tr("%L1 clips").arg(lane.blocks.size());
  if (fileCounts_[index] < lane.blocks.size()) {
    count = tr("%L1 entries of %L2 clips").arg(lane.blocks.size()).arg(fileCounts_[index]);
  }
  if (missing > 0) count += tr(", %L1 missing").arg(missing);
  const QRect line(kPadding, top, width() - 2 * kPadding, sentenceHeight() - 4);
  const int countWidth = painter.fontMetrics().horizontalAdvance(count) + 12;
  painter.setPen(missing > 0 ? theme::kError : theme::kDim);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, count);
  painter.setPen(theme::kText);
  painter.drawText(
      line.adjusted(0, 0, -countWidth, 0), Qt::AlignLeft | Qt::AlignVCenter,
      headerOf(painter.fontMetrics(), plain(now.sentence), std::max(1, line.width() - countWidth)));

  const double blocks = top + sentenceHeight();
  const auto [first, end] = visible(lane);
  const bool isDense = double(end - first) * kLeastBlock > scale().area.width();
  if (isDense) {
    paintDensity(painter, index, now.block, blocks);
  } else {
    paintBlocks(painter, index, now.block);
  }
  paintClipHoles(painter, lane, scale(), blocks, laneHeight());
  paintMarks(painter, index, blocks + laneHeight());
  paintPlayhead(painter, blocks - 2, blocks + laneHeight() + 1);

  const int factsTop = top + sentenceHeight() + laneHeight() + kMarks;
  const QRect facts(kPadding, factsTop, width() - 2 * kPadding,
                    laneTop(index + 1, width()) - factsTop);
  painter.setPen(theme::kDim);
  // The time map shows the rest.
  painter.drawText(
      facts, Qt::AlignLeft | Qt::AlignTop,
      painter.fontMetrics().elidedText(shown_->facts[index].text, Qt::ElideRight, facts.width()));
}

void ClipLanesView::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  if (!shown_) return;
  for (std::size_t i = 0; i < shown_->lanes.size(); ++i) {
    const int top = laneTop(i, width());
    // Only lanes in sight are drawn.
    if (top > event->rect().bottom()) break;
    if (laneTop(i + 1, width()) >= event->rect().top()) paintLane(painter, i, top);
  }
  paintSeam(painter);
}

// The new place of the seam, with its time.
void ClipLanesView::paintSeam(QPainter& painter) {
  if (!seam_) return;
  const double x = std::round(scale().xOf(seam_->time)) + 0.5;
  const double top = laneTop(seam_->lane, width()) + sentenceHeight();
  painter.setPen(QPen(theme::kFocus, 2));
  painter.drawLine(QPointF(x, top - 3), QPointF(x, top + laneHeight() + 3));
  const QString text = textOf(numberToText(seam_->time));
  const int textWidth = painter.fontMetrics().horizontalAdvance(text) + 8;
  // Left of the seam, where names mostly end already: the title above stays free.
  const double left =
      std::clamp(x - 4 - textWidth, 0.0, std::max(0.0, double(width() - textWidth)));
  const double textHeight = painter.fontMetrics().height() + 2;
  const QRectF label(left, top + (laneHeight() - textHeight) / 2.0, textWidth, textHeight);
  painter.fillRect(label, theme::kRaised);
  painter.setPen(theme::kText);
  painter.drawText(label, Qt::AlignCenter, text);
}

void ClipLanesView::dropSeam() {
  if (!seam_) return;
  seam_.reset();
  unsetCursor();
  update();
}

void ClipLanesView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint point = event->position().toPoint();
  if (!seam_) {
    if (!event->buttons()) {
      if (seamAt(point)) {
        setCursor(Qt::SplitHCursor);
      } else {
        unsetCursor();
      }
    }
    return ClipTimeView::mouseMoveEvent(event);
  }
  // Between the starts of the neighbours.
  const auto& blocks = shown_->lanes[seam_->lane].blocks;
  const double time = timeFor(point.x(), event->modifiers());
  const bool isAfter = time > blocks[seam_->block - 1].start;
  const bool isBefore = seam_->block + 1 == blocks.size() || time < blocks[seam_->block + 1].start;
  if (isAfter && isBefore) seam_->time = time;
  update();
}

void ClipLanesView::mouseReleaseEvent(QMouseEvent* event) {
  if (seam_ && event->button() != Qt::LeftButton) return;
  const auto seam = seam_;
  dropSeam();
  ClipTimeView::mouseReleaseEvent(event);
  if (!seam || seam->time == shown_->lanes[seam->lane].blocks[seam->block].start) return;
  Q_EMIT seamMoved(seam->lane, seam->block, seam->time);
}

void ClipLanesView::mousePressEvent(QMouseEvent* event) {
  const auto seam = seamAt(event->position().toPoint());
  if (seam && event->button() == Qt::LeftButton) {
    const double start = shown_->lanes[seam->first].blocks[seam->second].start;
    seam_ = {.lane = seam->first, .block = seam->second, .time = start};
    setCursor(Qt::SplitHCursor);
    return update();
  }
  ClipTimeView::mousePressEvent(event);
  if (const auto found = blockAt(event->position().toPoint())) {
    Q_EMIT blockPressed(found->first, found->second);
  } else {
    Q_EMIT nothingPressed();
  }
}

}  // namespace usdscope
