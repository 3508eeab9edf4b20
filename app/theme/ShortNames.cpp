// SPDX-License-Identifier: Apache-2.0
#include "app/theme/ShortNames.h"

namespace usdscope {
namespace {

constexpr qsizetype kNameLength = 56;
constexpr qsizetype kNameBegin = 16;
constexpr qsizetype kNameEnd = 30;  // The end of a file name distinguishes it.

// Returns the position at or before `at` that does not divide a surrogate pair.
qsizetype startOfLetter(const QString& text, qsizetype at) {
  return text[at].isLowSurrogate() && at > 0 ? at - 1 : at;
}

}  // namespace

QString withShortNames(const QString& text) {
  QString result;
  for (qsizetype at = 0; at < text.size();) {
    qsizetype end = at;
    while (end < text.size() && !text[end].isSpace()) ++end;
    if (end - at > kNameLength) {
      result += text.mid(at, startOfLetter(text, at + kNameBegin) - at) + QStringLiteral("…");
      const qsizetype rest = startOfLetter(text, end - kNameEnd);
      result += text.mid(rest, end - rest);
    } else {
      result += text.mid(at, end - at);
    }
    if (end < text.size()) result += text[end++];
    at = end;
  }
  return result;
}

}  // namespace usdscope
