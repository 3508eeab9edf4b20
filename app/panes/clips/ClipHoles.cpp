// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipHoles.h"

#include <QObject>
#include <algorithm>

#include "app/session/FileName.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"

namespace usdscope {
namespace {

constexpr double kLeastNamedHole = 40.0;
constexpr double kLeastHatchedHole = 5.0;
constexpr int kHoleInset = 4;

QColor missingColor(int alpha) {
  QColor color = theme::kError;
  color.setAlpha(alpha);
  return color;
}

}  // namespace

QString clipHoleText(const ClipHole& hole) {
  const QString file = textOf(fileName(hole.firstFile));
  if (hole.count == 1) return QObject::tr("%1 is missing").arg(file);
  return QObject::tr("%L1 files from %2 on are missing").arg(hole.count).arg(file);
}

void paintClipHoles(QPainter& painter, const ClipLane& lane, const PlotScale& scale, double top,
                    double height) {
  auto at = std::ranges::upper_bound(lane.holes, scale.from, {}, &ClipHole::end);
  double drawnTo = scale.area.left() - 1.0;
  for (; at != lane.holes.end() && at->start <= scale.to; ++at) {
    const double left = std::max(scale.xOf(at->start), scale.area.left());
    const double right = std::min(scale.xOf(at->end), scale.area.right());
    // A lane may have many thousands of holes; those that share a pixel are one.
    if (right <= drawnTo) continue;
    const QRectF box(left + 0.5, top + 0.5, std::max(1.0, right - left - 1.0), height - 1.0);
    drawnTo = box.right();
    if (box.width() < kLeastHatchedHole) {
      painter.fillRect(box, missingColor(220));
      continue;
    }
    painter.fillRect(box, theme::kPane);
    painter.fillRect(box, QBrush(missingColor(150), Qt::BDiagPattern));
    if (box.width() < kLeastNamedHole) continue;
    const QFontMetrics metrics = painter.fontMetrics();
    const QRectF inside = box.adjusted(kHoleInset, 0, -kHoleInset, 0);
    const QString text =
        metrics.elidedText(clipHoleText(*at), Qt::ElideMiddle, int(inside.width()));
    // A pattern under letters makes them hard to read.
    const double plate = std::min(inside.width(), double(metrics.horizontalAdvance(text)));
    painter.fillRect(
        QRectF(inside.left(), box.center().y() - metrics.height() / 2.0, plate, metrics.height()),
        theme::kPane);
    painter.setPen(theme::kError);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

}  // namespace usdscope
