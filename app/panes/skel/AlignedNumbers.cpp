// SPDX-License-Identifier: Apache-2.0
#include "app/panes/skel/AlignedNumbers.h"

#include <algorithm>

namespace usdscope {
namespace {

constexpr int kDecimals = 4;

QString trimmed(double number) {
  QString text = QString::number(number, 'f', kDecimals);
  if (!text.contains('.')) return text;
  while (text.endsWith('0')) text.chop(1);
  if (text.endsWith('.')) text.chop(1);
  return text == QStringLiteral("-0") ? QStringLiteral("0") : text;
}

qsizetype wholeLength(const QString& text) {
  const qsizetype point = text.indexOf('.');
  return point < 0 ? text.size() : point;
}

}  // namespace

QStringList alignedNumbers(std::span<const double> numbers) {
  QStringList texts;
  qsizetype before = 0;
  qsizetype after = 0;
  for (const double number : numbers) {
    texts << trimmed(number);
    before = std::max(before, wholeLength(texts.back()));
    after = std::max(after, texts.back().size() - wholeLength(texts.back()));
  }
  for (QString& text : texts) {
    const qsizetype whole = wholeLength(text);
    text = QString(before - whole, ' ') + text + QString(after - (text.size() - whole), ' ');
  }
  return texts;
}

}  // namespace usdscope
