// SPDX-License-Identifier: Apache-2.0
#include "app/window/palette/PaletteRows.h"

#include <QString>
#include <QStringList>
#include <algorithm>

namespace usdscope {

std::vector<const ActionRow*> paletteRows(const std::string& text, const ActionContext& context) {
  const QStringList words = QString::fromStdString(text).split(' ', Qt::SkipEmptyParts);
  struct Found {
    const ActionRow* row;
    int rank;
  };
  std::vector<Found> found;
  for (const ActionRow& row : actionRows()) {
    if (!row.run) continue;
    const QString name = QString::fromUtf8(row.text);
    const QString all = name + ' ' + QString::fromUtf8(row.menu);
    const QString id = QString::fromUtf8(row.id);
    const bool hasAll = std::ranges::all_of(words, [&](const QString& word) {
      return all.contains(word, Qt::CaseInsensitive) || id.startsWith(word, Qt::CaseInsensitive);
    });
    if (!hasAll) continue;
    const bool isFirst = words.isEmpty() || name.startsWith(words.front(), Qt::CaseInsensitive);
    found.push_back({&row, (isFirst ? 0 : 2) + (row.isEnabled(context) ? 0 : 1)});
  }
  std::ranges::stable_sort(found, {}, &Found::rank);
  std::vector<const ActionRow*> rows;
  for (const Found& each : found) rows.push_back(each.row);
  return rows;
}

bool asksForArguments(const ActionRow& row, const ActionContext& context) {
  const std::string_view arguments = row.arguments;
  if (arguments.empty()) return false;
  const bool isOptional = arguments.front() == '[' && arguments.find(']') == arguments.size() - 1;
  if (row.isEnabled(context)) return !*row.menu && !isOptional;
  // Arguments name what is not selected.
  return context.session.document.value().isOpen() && !isOptional;
}

}  // namespace usdscope
