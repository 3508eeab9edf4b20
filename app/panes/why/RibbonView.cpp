// SPDX-License-Identifier: Apache-2.0
#include "app/panes/why/RibbonView.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/session/FileName.h"
#include "app/theme/LongText.h"
#include "app/theme/SupplierStrip.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/report/text/ValueText.h"

namespace usdscope {
namespace {

constexpr int kRibbonPadding = 8;
constexpr double kLeastNamed = 16.0;
constexpr double kLeastSeparate = 2.0;

int ribbonHeight() { return theme::px(24); }

QString sourceText(const ProvenanceStretch& stretch) {
  switch (stretch.source) {
    case ValueSource::None:
      return stretch.isBlocked ? RibbonView::tr("blocked") : RibbonView::tr("no value");
    case ValueSource::Fallback:
      return stretch.isBlocked ? RibbonView::tr("blocked, fallback") : RibbonView::tr("fallback");
    case ValueSource::Default:
      return RibbonView::tr("default");
    case ValueSource::TimeSamples:
      return RibbonView::tr("time samples");
    case ValueSource::Clips:
      return RibbonView::tr("value clip");
    case ValueSource::Spline:
      return RibbonView::tr("spline");
  }
  return {};
}

// Says what is known about a stretch without its supplier.
QString stateText(const ProvenanceStretch& stretch) {
  if (stretch.isRead) return sourceText(stretch);
  return stretch.supplier.empty() ? RibbonView::tr("not read yet")
                                  : RibbonView::tr("value clip, not read yet");
}

// Returns as much of the name of a stretch as fits: the file name, its stem, or the number at the
// end of the stem, which distinguishes clips. Empty if not even that fits.
QString labelOf(const ProvenanceStretch& stretch, const QFontMetrics& metrics, double width) {
  const QString full =
      stretch.supplier.empty() ? stateText(stretch) : textOf(fileName(stretch.supplier));
  const QString stem = stretch.supplier.empty() ? full : full.section('.', 0, -2);
  qsizetype digits = stem.size();
  while (digits > 0 && stem[digits - 1].isDigit()) --digits;
  for (const QString& text : {full, stem, stem.mid(digits)}) {
    if (!text.isEmpty() && metrics.horizontalAdvance(text) <= width) return text;
  }
  const bool hasRoom = width >= metrics.horizontalAdvance(QStringLiteral("mmm…mm"));
  return hasRoom ? metrics.elidedText(full, Qt::ElideMiddle, int(width)) : QString();
}

// Returns how much a stretch deserves to be seen where many share a pixel: gaps and blocks most.
int noteOf(const ProvenanceStretch& stretch) {
  if (stretch.isBlocked || stretch.source == ValueSource::None) return 2;
  return stretch.source == ValueSource::Clips ? 0 : 1;
}

}  // namespace

RibbonView::RibbonView(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(tr("The supplier of the value over time"));
}

void RibbonView::show(std::vector<std::shared_ptr<const Ribbon>> ribbons, double from, double to) {
  const bool isOtherSize = ribbons.size() != ribbons_.size();
  ribbons_ = std::move(ribbons);
  from_ = from;
  to_ = to > from ? to : from + 1.0;
  if (isOtherSize) updateGeometry();
  update();
}

void RibbonView::setPlayhead(double time, double timeCodesPerFrame) {
  playhead_ = time;
  frame_ = timeCodesPerFrame;
  update();
}

int RibbonView::heightOf(int most) const {
  const int count = std::min(int(ribbons_.size()), most);
  return count == 0 ? 0 : count * ribbonHeight() + kRibbonPadding;
}

QSize RibbonView::sizeHint() const { return {100, heightOf(int(ribbons_.size()))}; }

// One ribbon needs no name: it is that of the selected attribute.
int RibbonView::nameWidth() const { return ribbons_.size() < 2 ? 0 : std::min(width() / 3, 180); }

double RibbonView::xOf(double time) const {
  const double left = kRibbonPadding + nameWidth();
  return left + (time - from_) / (to_ - from_) * std::max(1.0, width() - kRibbonPadding - left);
}

double RibbonView::timeAt(double x) const {
  const double left = kRibbonPadding + nameWidth();
  return from_ + (x - left) / std::max(1.0, width() - kRibbonPadding - left) * (to_ - from_);
}

QRectF RibbonView::boxOf(std::size_t ribbon, std::size_t stretch) const {
  const ProvenanceStretch& at = ribbons_[ribbon]->stretches[stretch];
  const double left = xOf(at.from);
  return {left, kRibbonPadding / 2.0 + double(ribbon) * ribbonHeight() + 2.0,
          std::max(1.0, xOf(at.to) - left), ribbonHeight() - 4.0};
}

QString RibbonView::toolTipAt(QPoint point) const {
  for (std::size_t i = 0; i < ribbons_.size(); ++i) {
    const Ribbon& ribbon = *ribbons_[i];
    const double top = kRibbonPadding / 2.0 + double(i) * ribbonHeight();
    if (point.y() < top || point.y() >= top + ribbonHeight()) continue;
    if (point.x() < kRibbonPadding + nameWidth()) return textOf(ribbon.attribute.text());
    const auto after =
        std::ranges::upper_bound(ribbon.stretches, timeAt(point.x()), {}, &ProvenanceStretch::from);
    if (after == ribbon.stretches.begin()) return {};
    const ProvenanceStretch& at = *std::prev(after);
    QString text = stateText(at);
    if (!at.supplier.empty()) text += tr(" in %1").arg(textOf(at.supplier));
    return text +
           tr("\nfrom %1 to %2").arg(textOf(numberToText(at.from)), textOf(numberToText(at.to)));
  }
  return {};
}

bool RibbonView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), wrapTip(toolTipAt(help->pos())), this);
  return true;
}

void RibbonView::paintStretch(QPainter& painter, const Ribbon& ribbon, std::size_t stretch,
                              const QRectF& box) const {
  const ProvenanceStretch& at = ribbon.stretches[stretch];
  const bool isNow =
      playhead_ >= at.from && (playhead_ < at.to || stretch + 1 == ribbon.stretches.size());
  QColor fill = theme::ofSource(at.source);
  // Neighbours of one colour differ, unless many share a pixel.
  fill.setAlpha(isNow ? 220 : box.width() < kLeastSeparate ? 78 : stretch % 2 == 0 ? 90 : 64);
  painter.fillRect(box, fill);
  if (!at.isRead) painter.fillRect(box, QBrush(theme::kFaint, Qt::BDiagPattern));
  if (at.isBlocked) painter.fillRect(box, QBrush(theme::kError, Qt::BDiagPattern));
  const bool hasSupplier = at.source != ValueSource::None && !at.supplier.empty();
  if (hasSupplier && stretch < ribbon.colors.size() && box.width() >= kLeastSeparate) {
    theme::paintSupplierStrip(painter, box, ribbon.colors[stretch]);
  }
  if (box.width() < kLeastNamed) return;
  painter.setPen(isNow ? theme::kWindow : theme::kText);
  const QRectF inside = box.adjusted(4, theme::supplierStripHeight(), -3, 0);
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                   labelOf(at, painter.fontMetrics(), inside.width()));
}

void RibbonView::paintRibbon(QPainter& painter, std::size_t index) const {
  const Ribbon& ribbon = *ribbons_[index];
  const int top = kRibbonPadding / 2 + int(index) * ribbonHeight();
  if (nameWidth() > 0) {
    painter.setPen(theme::kDim);
    painter.drawText(QRect(kRibbonPadding, top, nameWidth() - 8, ribbonHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(textOf(ribbon.attribute.text()),
                                                      Qt::ElideMiddle, nameWidth() - 8));
  }
  for (std::size_t i = 0; i < ribbon.stretches.size();) {
    QRectF box = boxOf(index, i);
    std::size_t end = i + 1;
    std::size_t shown = i;
    if (box.width() < kLeastSeparate) {
      // The most notable of many stretches in a pixel is drawn.
      const double column = std::floor(box.left());
      const auto isInColumn = [&](const QRectF& next) {
        return next.width() < kLeastSeparate && next.left() < column + 1.0;
      };
      while (end < ribbon.stretches.size() && isInColumn(boxOf(index, end))) {
        if (noteOf(ribbon.stretches[end]) > noteOf(ribbon.stretches[shown])) shown = end;
        ++end;
      }
      box.setLeft(column);
      box.setRight(std::max(column + 1.0, std::floor(xOf(ribbon.stretches[end - 1].to))));
    } else {
      box.adjust(0.5, 0, -0.5, 0);
    }
    paintStretch(painter, ribbon, shown, box);
    i = end;
  }
  if (ribbon.isComplete) return;
  const double left = ribbon.stretches.empty() ? xOf(from_) : xOf(ribbon.stretches.back().to);
  painter.setPen(theme::kDim);
  painter.drawText(
      QRectF(left + 4, top, std::max(0.0, width() - left - kRibbonPadding), ribbonHeight()),
      Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("…"));
}

void RibbonView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme::kPane);
  for (std::size_t i = 0; i < ribbons_.size(); ++i) paintRibbon(painter, i);
  const double x = std::round(xOf(playhead_)) + 0.5;
  if (ribbons_.empty() || !(x >= kRibbonPadding + nameWidth() && x <= width() - kRibbonPadding + 1))
    return;
  painter.setPen(QPen(theme::kPlayhead, 1));
  painter.drawLine(QPointF(x, 1), QPointF(x, height() - 2));
}

// Whole frames; with Alt, any time.
void RibbonView::moveTo(double x, Qt::KeyboardModifiers modifiers) {
  double time = std::clamp(timeAt(x), from_, to_);
  if (!(modifiers & Qt::AltModifier) && frame_ > 0.0) time = std::round(time / frame_) * frame_;
  Q_EMIT timeWanted(time);
}

void RibbonView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  const double x = event->position().x();
  if (x >= kRibbonPadding + nameWidth()) return moveTo(x, event->modifiers());
  const auto row = std::size_t(std::max(0.0, event->position().y() - kRibbonPadding / 2.0)) /
                   std::size_t(ribbonHeight());
  if (row < ribbons_.size()) Q_EMIT attributeWanted(ribbons_[row]->attribute);
}

void RibbonView::mouseMoveEvent(QMouseEvent* event) {
  const bool isDrag = event->buttons() & Qt::LeftButton;
  if (isDrag && event->position().x() >= kRibbonPadding + nameWidth()) {
    moveTo(event->position().x(), event->modifiers());
  }
}

}  // namespace usdscope
