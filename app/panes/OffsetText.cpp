// SPDX-License-Identifier: Apache-2.0
#include "app/panes/OffsetText.h"

#include "engine/report/text/ValueText.h"

namespace usdscope {

QString offsetText(const LayerOffset& offset) {
  if (offset.isIdentity()) return {};
  return QStringLiteral("(%1, %2)")
      .arg(QString::fromStdString(numberToText(offset.offset)),
           QString::fromStdString(numberToText(offset.scale)));
}

}  // namespace usdscope
