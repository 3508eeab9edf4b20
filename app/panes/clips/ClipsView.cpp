// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipsView.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/theme/Icons.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "engine/report/LayerNames.h"
#include "engine/report/ValueText.h"

namespace usdscope {
namespace {

constexpr int kLaneGap = 4;
constexpr int kPadding = 8;
constexpr int kLineGap = 4;
constexpr std::size_t kMostGapsInToolTip = 10;

// The sign before a finding.
int markWidth() { return theme::px(20); }

int laneHeight() { return theme::px(28); }
// Above each lane.
int sentenceHeight() { return theme::px(30); }

QString fromUtf8(const std::string& text) { return QString::fromStdString(text); }

// A sentence without the backquotes around names.
QString plain(const std::string& sentence) { return fromUtf8(sentence).remove('`'); }

QString factsOf(const ClipSetReport& set) {
  // A manifest that is generated from the clips is known when they have been read.
  const bool isKnown = set.definition.manifestAssetPath || !set.declared.empty();
  const QString manifest = isKnown ? fromUtf8(manifestText(set)) : QString();
  const QString mapping = fromUtf8(mappingText(set));
  return manifest.isEmpty() || mapping.isEmpty() ? manifest + mapping
                                                 : manifest + QStringLiteral("   ·   ") + mapping;
}

QString fileName(const std::string& path) { return fromUtf8(path.substr(path.rfind('/') + 1)); }

}  // namespace

ClipsView::ClipsView(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void ClipsView::showLanes(const Subject& subject, std::vector<ClipLane> lanes) {
  subject_ = subject;
  lanes_ = std::move(lanes);
  // The lanes span the range of playback, and all clips that start outside of it.
  const PlaybackState& playback = session_.playback.value();
  first_ = playback.start;
  last_ = playback.end;
  for (const ClipLane& lane : lanes_) {
    for (const ClipBlock& block : lane.blocks) {
      first_ = std::min(first_, block.start);
      last_ = std::max(last_, std::isfinite(block.end) ? block.end : block.start + 1.0);
    }
  }
  if (!(last_ > first_)) last_ = first_ + 1.0;
  showReport({}, 0);
}

void ClipsView::showReport(const ClipsReport& report, std::size_t clipsBeingRead) {
  clipsBeingRead_ = clipsBeingRead;
  rows_.assign(lanes_.size(), {});
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    for (const ClipSetReport& set : report.sets) {
      if (set.prim != lanes_[i].anchor || set.definition.name != lanes_[i].set) continue;
      rows_[i] = {factsOf(set), set.lane};
    }
  }
  findings_.clear();
  if (!report.findings.empty()) {
    const Stage& stage = *subject_.stage;
    const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
    for (ClipFinding finding : report.findings) {
      finding.file = names.file(finding.file);
      QString text = plain(findingText(finding));
      const bool isOfTheLane = lanes_.size() == 1 && lanes_[0].set == finding.set;
      if (!isOfTheLane && !finding.set.empty()) {
        text = fromUtf8(finding.set) + QStringLiteral(": ") + text;
      }
      findings_.push_back({finding.severity, text});
    }
  }
  updateGeometry();
  update();
}

QString ClipsView::sentence() const {
  if (lanes_.empty()) return {};
  return plain(clipNow(subject_.prim, 0, session_.playback.value().shownTime()).sentence);
}

double ClipsView::xOf(double time) const {
  const double width = this->width() - 2.0 * kPadding;
  return kPadding + std::clamp((time - first_) / (last_ - first_), 0.0, 1.0) * width;
}

double ClipsView::timeAt(double x) const {
  const double width = std::max(1.0, this->width() - 2.0 * kPadding);
  return first_ + std::clamp((x - kPadding) / width, 0.0, 1.0) * (last_ - first_);
}

int ClipsView::heightOf(const QString& text, int width) const {
  if (text.isEmpty()) return 0;
  const QRect room(0, 0, std::max(1, width), 1 << 20);
  return fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height() + kLineGap;
}

int ClipsView::laneTop(std::size_t lane, int width) const {
  int top = 2;
  for (std::size_t i = 0; i < lane; ++i) {
    top += sentenceHeight() + laneHeight() + kLaneGap;
    top += std::min(heightOf(rows_[i].facts, width - 2 * kPadding), 2 * fontMetrics().height());
  }
  return top;
}

int ClipsView::heightForWidth(int width) const {
  int height = laneTop(lanes_.size(), width);
  for (const FindingLine& line : findings_) {
    height += heightOf(line.text, width - 2 * kPadding - markWidth());
  }
  return height + kPadding + (clipsBeingRead_ > 0 ? fontMetrics().height() + kLineGap : 0);
}

QRectF ClipsView::boxOf(std::size_t lane, std::size_t block, int top) const {
  const ClipBlock& at = lanes_[lane].blocks[block];
  // The first clip plays also before its start, the last one without end.
  const double left = block == 0 ? double(kPadding) : xOf(at.start);
  const double right = std::isfinite(at.end) ? xOf(at.end) : double(width() - kPadding);
  return {left + 0.5, top + sentenceHeight() + 0.5, std::max(1.0, right - left - 1.0),
          laneHeight() - 1.0};
}

QString ClipsView::labelOf(std::size_t lane, std::size_t block) const {
  const ClipBlock& at = lanes_[lane].blocks[block];
  QString label = QString::number(at.index) + QStringLiteral("  ") + fileName(at.file);
  if (at.isMissing) return label + tr("  missing");
  const auto& stretches = rows_[lane].stretches;
  const std::size_t gaps = block < stretches.size() ? stretches[block].gaps.size() : 0;
  if (gaps == 1) return label + tr("  without 1 attribute");
  return gaps == 0 ? label : label + tr("  without %1 attributes").arg(gaps);
}

std::optional<std::pair<std::size_t, std::size_t>> ClipsView::blockAt(QPoint point) const {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const int top = laneTop(lane, width());
    for (std::size_t block = 0; block < lanes_[lane].blocks.size(); ++block) {
      if (boxOf(lane, block, top).contains(point)) return std::pair(lane, block);
    }
  }
  return std::nullopt;
}

QString ClipsView::toolTipAt(QPoint point) const {
  if (const auto found = blockAt(point)) {
    const auto [lane, block] = *found;
    const ClipBlock& at = lanes_[lane].blocks[block];
    QString text = labelOf(lane, block);
    text += tr("\n%1\nfrom %2").arg(fromUtf8(at.file)).arg(at.start);
    if (std::isfinite(at.end)) text += tr(" to %1").arg(at.end);
    const auto& stretches = rows_[lane].stretches;
    if (block >= stretches.size()) return text;
    const auto& gaps = stretches[block].gaps;
    for (std::size_t i = 0; i < std::min(gaps.size(), kMostGapsInToolTip); ++i) {
      text += tr("\nwithout %1").arg(fromUtf8(gaps[i].text()));
    }
    if (gaps.size() > kMostGapsInToolTip) text += QStringLiteral("\n…");
    return text;
  }
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const int top = laneTop(lane, width());
    const int factsTop = top + sentenceHeight() + laneHeight();
    const int factsBottom = laneTop(lane + 1, width()) - kLaneGap;
    if (point.y() >= factsTop && point.y() < factsBottom) return rows_[lane].facts;
  }
  return {};
}

bool ClipsView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), wrapTip(toolTipAt(help->pos())), this);
  return true;
}

void ClipsView::paintLane(QPainter& painter, std::size_t index, int top) {
  const ClipLane& lane = lanes_[index];
  const double time = session_.playback.value().shownTime();
  const ClipNow now = clipNow(subject_.prim, index, time);

  painter.setPen(theme::kText);
  const QRect line(kPadding, top, width() - 2 * kPadding, sentenceHeight() - 4);
  painter.drawText(
      line, Qt::AlignLeft | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(plain(now.sentence), Qt::ElideMiddle, line.width()));
  for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
    const QRectF box = boxOf(index, i, top);
    if (lane.blocks[i].isMissing) {
      QColor hatch = theme::kError;
      hatch.setAlpha(90);  // The name stands on it.
      painter.fillRect(box, QBrush(hatch, Qt::BDiagPattern));
      painter.setPen(theme::kError);
    } else {
      QColor fill = theme::ofSource(ValueSource::Clips);
      fill.setAlpha(i == now.block ? 220 : 60);
      painter.fillRect(box, fill);
      painter.setPen(i == now.block ? theme::kWindow : theme::kText);
    }
    if (box.width() <= 24.0) continue;
    const QRectF inside = box.adjusted(6, 0, -4, 0);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(labelOf(index, i), Qt::ElideRight,
                                                      static_cast<int>(inside.width())));
  }
  const double x = std::round(xOf(time)) + 0.5;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, top + sentenceHeight() - 2),
                   QPointF(x, top + sentenceHeight() + laneHeight() + 1));

  const int factsTop = top + sentenceHeight() + laneHeight() + 2;
  const QRect facts(kPadding, factsTop, width() - 2 * kPadding,
                    laneTop(index + 1, width()) - factsTop);
  painter.setPen(theme::kDim);
  painter.drawText(facts, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, rows_[index].facts);
}

// Draws the findings below the lanes, each with a sign in the colour of its severity.
void ClipsView::paintFindings(QPainter& painter, int top) {
  for (const FindingLine& finding : findings_) {
    const bool isError = finding.severity == Severity::Error;
    const bool isNote = finding.severity == Severity::Note;
    const int textWidth = width() - 2 * kPadding - markWidth();
    const int height = heightOf(finding.text, textWidth);
    const int side = std::min(fontMetrics().height(), markWidth() - 4);
    theme::icon(isError  ? "error"
                : isNote ? "note"
                         : "warning")
        .paint(&painter, QRect(kPadding, top, side, fontMetrics().height()));
    painter.setPen(isNote ? theme::kDim : theme::kText);
    painter.drawText(QRect(kPadding + markWidth(), top, textWidth, height),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, finding.text);
    top += height;
  }
  if (clipsBeingRead_ == 0) return;
  painter.setPen(theme::kDim);
  painter.drawText(QRect(kPadding, top, width() - 2 * kPadding, fontMetrics().height()),
                   Qt::AlignLeft | Qt::AlignTop, tr("Reading %1 clips …").arg(clipsBeingRead_));
}

void ClipsView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  if (lanes_.empty() && findings_.empty()) {
    painter.setPen(theme::kDim);
    const QString why =
        subject_.prim
            ? tr("No clip sets on %1 or its ancestors. Clips live on prims with clip metadata.")
                  .arg(fromUtf8(subject_.prim.path().text()))
            : tr("Select a prim to see the value clips that reach it.");
    painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, why);
    return;
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i) paintLane(painter, i, laneTop(i, width()));
  paintFindings(painter, laneTop(lanes_.size(), width()));
}

void ClipsView::moveTo(double x) {
  if (!lanes_.empty()) session_.perform("frame", {numberToText(std::round(timeAt(x)))});
}

void ClipsView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) moveTo(event->position().x());
  const auto found = blockAt(event->position().toPoint());
  // Elsewhere a right click has no menu.
  setProperty("contextMenu", found ? QVariant("clip") : QVariant());
  if (!found) return;
  const ClipLane& lane = lanes_[found->first];
  session_.inspectRow({{}, lane.anchor.text(), lane.set, lane.blocks[found->second].file});
}

void ClipsView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) moveTo(event->position().x());
}

}  // namespace usdscope
