// SPDX-License-Identifier: Apache-2.0
#include "app/panes/ClipsPane.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/Palette.h"

namespace usdscope {
namespace {

constexpr int kLaneHeight = 28;
constexpr int kLaneGap = 30;  // Room for the sentence above each lane.
constexpr int kFactsHeight = 20;
constexpr int kPadding = 8;
constexpr int kFindingHeight = 20;
constexpr std::size_t kMostExaminedClips = 100;

QString fromUtf8(const std::string& text) { return QString::fromStdString(text); }

// A sentence as it is drawn: names need no marks here.
QString plain(const std::string& sentence) { return fromUtf8(sentence).remove('`'); }

// The manifest and the mapping of the lane's set, on one line.
QString factsOf(const ClipLane& lane, const ClipsReport& report) {
  for (const ClipSetReport& set : report.sets) {
    if (set.prim != lane.anchor || set.definition.name != lane.set) continue;
    // What is made from the clips is known when they have been read.
    const bool isKnown = set.definition.manifestAssetPath || !set.declared.empty();
    const QString manifest = isKnown ? fromUtf8(manifestText(set)) : QString();
    const QString mapping = fromUtf8(mappingText(set));
    return manifest.isEmpty() || mapping.isEmpty() ? manifest + mapping
                                                   : manifest + QStringLiteral("   ·   ") + mapping;
  }
  return {};
}

QString fileName(const std::string& path) { return fromUtf8(path.substr(path.rfind('/') + 1)); }

}  // namespace

ClipsPane::ClipsPane(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.selection.observe(this, [this](const Selection&) { refresh(); });
  session_.playback.observe(this, [this](const PlaybackState&) { update(); });
}

void ClipsPane::refresh() {
  const Document& document = session_.document.value();
  const Path path = session_.selection.value().leading();
  prim_ = document.isOpen() && !path.isEmpty() ? document.stage->primAt(path) : Prim();
  lanes_ = prim_ ? clipLanes(prim_) : std::vector<ClipLane>();
  examine();

  // The range of playback, made wider where clips start outside of it.
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
  update();
}

// What the metadata says at once, what the files say when they have been read elsewhere.
void ClipsPane::examine() {
  examiner_ = {};
  const std::uint64_t generation = ++generation_;
  showReport({});
  if (!prim_) return;
  showReport(reportClipsReaching(prim_, false));
  std::size_t clipCount = 0;
  for (const ClipLane& lane : lanes_) clipCount += lane.blocks.size();
  if (clipCount == 0 || clipCount > kMostExaminedClips) return;
  examiner_ =
      std::jthread([this, generation, prim = prim_, stage = session_.document.value().stage] {
        ClipsReport report = reportClipsReaching(prim, true);
        QMetaObject::invokeMethod(
            this,
            [this, generation, report = std::move(report)] {
              if (generation == generation_) showReport(report);
            },
            Qt::QueuedConnection);
      });
}

void ClipsPane::showReport(const ClipsReport& report) {
  findings_ = report.findings;
  facts_.clear();
  for (const ClipLane& lane : lanes_) facts_.push_back(factsOf(lane, report));
  update();
}

QString ClipsPane::sentence() const {
  if (lanes_.empty()) return {};
  return plain(clipNow(prim_, 0, session_.playback.value().time).sentence);
}

double ClipsPane::xOf(double time) const {
  const double width = this->width() - 2.0 * kPadding;
  return kPadding + std::clamp((time - first_) / (last_ - first_), 0.0, 1.0) * width;
}

double ClipsPane::timeAt(double x) const {
  const double width = std::max(1.0, this->width() - 2.0 * kPadding);
  return first_ + std::clamp((x - kPadding) / width, 0.0, 1.0) * (last_ - first_);
}

void ClipsPane::paintLane(QPainter& painter, std::size_t index, int top) {
  const ClipLane& lane = lanes_[index];
  const double time = session_.playback.value().time;
  const ClipNow now = clipNow(prim_, index, time);

  painter.setPen(palette::kText);
  const QRect line(kPadding, top, width() - 2 * kPadding, kLaneGap - 4);
  painter.drawText(
      line, Qt::AlignLeft | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(plain(now.sentence), Qt::ElideMiddle, line.width()));
  for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
    const ClipBlock& block = lane.blocks[i];
    // The first clip plays before its start too, the last one for ever.
    const double left = i == 0 ? double(kPadding) : xOf(block.start);
    const double right = std::isfinite(block.end) ? xOf(block.end) : double(width() - kPadding);
    const QRectF box(left + 0.5, top + kLaneGap + 0.5, std::max(1.0, right - left - 1.0),
                     kLaneHeight - 1.0);
    const QColor violet = palette::ofSource(ValueSource::Clips);
    if (block.isMissing) {
      painter.fillRect(box, QBrush(palette::kError, Qt::BDiagPattern));
      painter.setPen(palette::kError);
    } else {
      QColor fill = violet;
      fill.setAlpha(i == now.block ? 220 : 60);
      painter.fillRect(box, fill);
      painter.setPen(i == now.block ? palette::kWindow : palette::kText);
    }
    if (box.width() > 24.0) {
      const QString label = QStringLiteral("%1  %2%3")
                                .arg(QString::number(block.index), fileName(block.file),
                                     block.isMissing ? tr("  missing") : QString());
      const QRectF inside = box.adjusted(6, 0, -4, 0);
      painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(label, Qt::ElideRight,
                                                        static_cast<int>(inside.width())));
    }
  }
  const double x = std::round(xOf(time)) + 0.5;
  painter.setPen(QPen(palette::kPlayhead, 1));
  painter.drawLine(QPointF(x, top + kLaneGap - 2), QPointF(x, top + kLaneGap + kLaneHeight + 1));
}

void ClipsPane::paintFacts(QPainter& painter, const QString& facts, int top) {
  const QRect line(kPadding, top, width() - 2 * kPadding, kFactsHeight);
  painter.setPen(palette::kDim);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(facts, Qt::ElideRight, line.width()));
}

// One line each, below the lanes: a letter in the colour of how bad it is, and what the clip doctor
// says.
void ClipsPane::paintFindings(QPainter& painter, int top) {
  for (const ClipFinding& finding : findings_) {
    const bool isError = finding.severity == Severity::Error;
    const bool isNote = finding.severity == Severity::Note;
    const QRect line(kPadding, top, width() - 2 * kPadding, kFindingHeight);
    painter.setPen(isError ? palette::kError : isNote ? palette::kNote : palette::kWarning);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     isError  ? QStringLiteral("✕")
                     : isNote ? QStringLiteral("i")
                              : QStringLiteral("!"));
    painter.setPen(isNote ? palette::kDim : palette::kText);
    const QRect text = line.adjusted(16, 0, 0, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(plain(findingText(finding)), Qt::ElideRight,
                                                      text.width()));
    top += kFindingHeight;
  }
}

void ClipsPane::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette::kPane);
  if (lanes_.empty() && findings_.empty()) {
    painter.setPen(palette::kDim);
    const QString why =
        prim_ ? tr("No clip sets on %1 or above. Clips live on prims with clip metadata.")
                    .arg(fromUtf8(prim_.path().text()))
              : tr("Select a prim to see the value clips that reach it.");
    painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, why);
    return;
  }
  int top = 2;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    paintLane(painter, i, top);
    top += kLaneGap + kLaneHeight;
    paintFacts(painter, facts_[i], top);
    top += kFactsHeight + 4;
  }
  paintFindings(painter, top);
}

void ClipsPane::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || lanes_.empty()) return;
  session_.setTime(std::round(timeAt(event->position().x())));
}

void ClipsPane::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || lanes_.empty()) return;
  session_.setTime(std::round(timeAt(event->position().x())));
}

}  // namespace usdscope
