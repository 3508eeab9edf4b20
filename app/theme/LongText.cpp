// SPDX-License-Identifier: Apache-2.0
#include "app/theme/LongText.h"

#include <QStringList>

namespace usdscope {
namespace {

constexpr qsizetype kLineLength = 100;
constexpr qsizetype kMostLines = 24;
constexpr qsizetype kRowLength = 600;

// Returns the position at or before `at` that does not divide a surrogate pair.
qsizetype letterStart(const QString& text, qsizetype at) {
  return at > 0 && at < text.size() && text[at].isLowSurrogate() ? at - 1 : at;
}

// Returns the length of the next line: up to the last blank or slash that fits.
qsizetype lineLength(const QString& rest) {
  if (rest.size() <= kLineLength) return rest.size();
  for (qsizetype i = kLineLength; i > kLineLength / 2; --i) {
    if (rest[i - 1] == ' ' || rest[i - 1] == '/') return i;
  }
  return letterStart(rest, kLineLength);
}

}  // namespace

QString wrapTip(const QString& text) {
  QStringList lines;
  for (QString rest : text.split('\n')) {
    do {
      const qsizetype length = lineLength(rest);
      lines << rest.left(length);
      rest.remove(0, length);
    } while (!rest.isEmpty());
  }
  if (lines.size() > kMostLines) {
    const qsizetype kept = kMostLines / 2;
    lines = lines.first(kept) + QStringList{QStringLiteral("…")} + lines.last(kept);
  }
  return lines.join('\n');
}

QString cutForRow(const QString& text) {
  if (text.size() <= kRowLength) return text;
  const qsizetype end = letterStart(text, kRowLength / 2);
  const qsizetype begin = letterStart(text, text.size() - kRowLength / 2);
  return text.left(end) + QStringLiteral("…") + text.mid(begin);
}

}  // namespace usdscope
