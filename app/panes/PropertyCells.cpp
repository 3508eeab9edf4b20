// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PropertyCells.h"

#include <QObject>

#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"

namespace usdscope {
namespace {

constexpr int kDarkerInherited = 115;  // As QColor::darker() takes it.

QString wordOf(ValueSource source) {
  switch (source) {
    case ValueSource::None:
      break;
    case ValueSource::Fallback:
      return QObject::tr("Fallback");
    case ValueSource::Default:
      return QObject::tr("Default");
    case ValueSource::TimeSamples:
      return QObject::tr("Samples");
    case ValueSource::Clips:
      return QObject::tr("Clips");
    case ValueSource::Spline:
      return QObject::tr("Spline");
  }
  return {};
}

// The source in a word, with a badge in front of values that are held or blocked.
QString sourceOf(const PropertyRow& row) {
  if (row.isRelationship || row.isComputed) return {};
  const QString word = wordOf(row.source);
  switch (row.badge) {
    case PropertyRow::Badge::None:
      break;
    case PropertyRow::Badge::HeldBeforeFirst:
      return QStringLiteral("⇤ ") + word;
    case PropertyRow::Badge::HeldAfterLast:
      return QStringLiteral("⇥ ") + word;
    case PropertyRow::Badge::Blocked:
      return QStringLiteral("⊘ ") + (word.isEmpty() ? QObject::tr("Blocked") : word);
  }
  return word;
}

// Whether usdview shows the value bold: it has no samples, or one at exactly this time. Values that
// nobody has authored stay quiet.
bool isBold(const PropertyRow& row) {
  return row.isExact ||
         (row.source == ValueSource::Default && row.badge == PropertyRow::Badge::None);
}

}  // namespace

bool isHeading(const PropertyRow& row) { return row.isComputed && row.typeName.empty(); }

TableModel::Row cellsOf(const PropertyRow& row, const Path* from) {
  if (isHeading(row)) return {{}, {textOf(row.name.text()), {}, theme::kDim, true}, {}, {}};
  const bool isFact = row.isRelationship || row.isComputed;
  QColor source = isFact ? theme::ofRelationship() : theme::ofSource(row.source);
  if (from) source = source.darker(kDarkerInherited);
  // Values that nobody has authored are dim; their mark alone has the colour of fallbacks.
  const bool isDim = !row.isComputed && !row.isAuthored && !from;
  const QColor color = isDim ? theme::kFaint : source;
  QString value = textOf(row.value);
  QString tip = textOf(row.sourceText);
  if (!row.layer.empty()) tip += QObject::tr(" from %1").arg(textOf(row.layer));
  if (from) {
    tip += QObject::tr("\ninherited from %1\nA double click goes there.").arg(textOf(from->text()));
  }
  if (row.schema) tip += QObject::tr("\ndeclared by %1").arg(textOf(row.schema.text()));
  if (!isFact && !row.targets.empty()) {
    value += QStringLiteral("  ⟵ <%1>").arg(textOf(row.targets.front().text()));
  }
  if (!row.targets.empty() && !from)
    tip += QObject::tr("\nA double click on the name follows the target.");
  const QString mark = row.isComputed       ? QStringLiteral("C")
                       : row.isRelationship ? QStringLiteral("R")
                       : from               ? QStringLiteral("A (i)")
                                            : QStringLiteral("A");
  return {
      {mark, tip, source},
      {textOf(row.name.text()), textOf(row.typeName) + "\n" + tip, color},
      {value, value + "\n" + tip, color, isBold(row), row.isInterpolated, true},
      {sourceOf(row), tip, color},
  };
}

}  // namespace usdscope
