// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/Marquee.h"

#include <QPainter>

#include "app/theme/Theme.h"

namespace usdscope {

std::optional<SelectionChange> Marquee::changeFor(Qt::KeyboardModifiers modifiers,
                                                  bool doesPlainDragNavigate) {
  if (modifiers & (Qt::AltModifier | Qt::MetaModifier)) return std::nullopt;
  const bool isShift = modifiers & Qt::ShiftModifier;
  const bool isControl = modifiers & Qt::ControlModifier;
  if (isShift != isControl) return isShift ? SelectionChange::Add : SelectionChange::Toggle;
  if (!isShift && doesPlainDragNavigate) return std::nullopt;
  return SelectionChange::Replace;
}

void Marquee::begin(const QPoint& at, SelectionChange change) {
  from_ = to_ = at;
  change_ = change;
  isActive_ = true;
}

QRect Marquee::end() {
  isActive_ = false;
  return rectangle();
}

void Marquee::paint(QPainter& painter) const {
  if (!isActive_) return;
  // A dark line below the light one, so that it shows over every picture.
  QColor fill = theme::kSelection;
  fill.setAlpha(24);
  const QRect shown = rectangle().adjusted(0, 0, -1, -1);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(QColor(0, 0, 0, 140), 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(shown);
  painter.setPen(QPen(theme::kSelection, 1));
  painter.setBrush(fill);
  painter.drawRect(shown);
}

}  // namespace usdscope
