// SPDX-License-Identifier: Apache-2.0
#include "app/panes/CompositionPane.h"

#include <QItemSelectionModel>
#include <QTreeView>
#include <algorithm>

#include "app/panes/OffsetText.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"

namespace usdscope {
namespace {

constexpr int kAllDepths = 1000;

// The columns that are shown only if a row has something in them.
struct Extras {
  bool hasVariants = false;
  bool hasOffsets = false;
};

Extras extrasOf(const std::vector<CompositionRow>& rows) {
  return {std::ranges::any_of(rows, [](const auto& row) { return !row.variant.empty(); }),
          std::ranges::any_of(rows, [](const auto& row) { return !row.offset.isIdentity(); })};
}

QColor colorOf(const CompositionRow& row) {
  if (row.isProblem) return theme::kError;
  if (row.isCulled) return theme::kFaint;
  return row.hasSpec && row.contributes ? QColor() : theme::kDim;
}

QString mapText(const CompositionRow& row) {
  QStringList lines;
  for (const std::string& line : row.pathMap) lines << textOf(line);
  return lines.join(", ");
}

RowTreeModel::Row cellsOf(const CompositionRow& row, const Extras& extras) {
  const QColor color = colorOf(row);
  const QString introduced =
      row.introduced.empty() || row.introduced == "/"
          ? QString()
          : CompositionPane::tr("introduced at <%1>").arg(textOf(row.introduced));
  QString why = textOf(row.why);
  if (row.isCulled) why = CompositionPane::tr("culled: %1").arg(why);
  RowTreeModel::Row line{row.depth, {}};
  line.cells.push_back({textOf(row.layer), textOf(row.identifier), color});
  line.cells.push_back({textOf(row.arcType), introduced, color});
  line.cells.push_back({textOf(row.arcPath), textOf(row.sitePath), color, false, false, true});
  const QString hasSpec = row.isProblem ? QString()
                          : row.hasSpec ? CompositionPane::tr("yes")
                                        : CompositionPane::tr("no");
  line.cells.push_back({hasSpec, {}, color});
  line.cells.push_back({why, {}, color});
  if (extras.hasVariants)
    line.cells.push_back({textOf(row.variant), {}, color, false, false, true});
  if (extras.hasOffsets)
    line.cells.push_back({offsetText(row.offset), {}, color, false, false, true});
  QString tip;
  for (const std::string& each : row.pathMap) tip += (tip.isEmpty() ? "" : "\n") + textOf(each);
  line.cells.push_back({mapText(row), tip, color, false, false, true});
  return line;
}

}  // namespace

CompositionPane::CompositionPane(Session& session, QWidget* parent)
    : TreePane({tr("Layer"), tr("Arc Type"), tr("Arc Path"), tr("Has Spec")}, parent),
      session_(session),
      task_(session, *this) {
  setProperty("contextMenu", "site");
  fitColumns();
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { inspect(current); });
  observeSubject(session_, this, [this] { refresh(); });
}

void CompositionPane::refresh() {
  Subject subject = session_.subject();
  subject.property = {};
  if (!subject || subject.prim.isPseudoRoot()) {
    task_.cancel();
    rows_.clear();
    return show({}, model().columns(), {},
                subject ? tr("The root has no arcs. Layer Stack shows its layers.")
                        : tr("Select a prim to see the arcs that composition follows for it."),
                0);
  }
  task_.startFor(subject, [this, subject](const TaskRun&) -> LatestTask::Show {
    return [this, subject, rows = compositionRows(subject.prim)]() mutable {
      showRows(subject, std::move(rows));
    };
  });
}

void CompositionPane::showRows(const Subject& subject, std::vector<CompositionRow> rows) {
  rows_ = std::move(rows);
  const Extras extras = extrasOf(rows_);
  QStringList columns = {tr("Layer"), tr("Arc Type"), tr("Arc Path"), tr("Has Spec"),
                         tr("Why It Gives Nothing")};
  if (extras.hasVariants) columns << tr("Variant");
  if (extras.hasOffsets) columns << tr("Offset, Scale");
  columns << tr("Map of Paths");
  std::vector<RowTreeModel::Row> cells;
  for (const CompositionRow& row : rows_) cells.push_back(cellsOf(row, extras));
  QString heading = QString::fromStdString(subject.prim.path().text());
  if (!subject.prim.isActive()) heading += tr(" (inactive: its children are not composed)");
  show(heading, columns, std::move(cells), tr("No arcs."), kAllDepths);
}

void CompositionPane::inspect(const QModelIndex& index) {
  if (!index.isValid()) return;
  const CompositionRow& row = rows_[model().numberOf(index)];
  session_.inspectRow({row.identifier, row.sitePath, row.arcType, row.why, row.node});
}

}  // namespace usdscope
