// SPDX-License-Identifier: Apache-2.0
#include "app/theme/SupplierStrip.h"

#include <QColor>
#include <QPainter>

#include "app/theme/Theme.h"

namespace usdscope::theme {
namespace {

constexpr double kSupplierStrip = 4.0;

}  // namespace

double supplierStripHeight() { return px(kSupplierStrip); }

void paintSupplierStrip(QPainter& painter, const QRectF& box, const glm::vec3& color) {
  const QRectF strip(box.left(), box.top(), box.width(), supplierStripHeight());
  painter.fillRect(strip, QColor::fromRgbF(color.x, color.y, color.z));
}

}  // namespace usdscope::theme
