// SPDX-License-Identifier: Apache-2.0
#include "app/panes/ProblemsPane.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "app/Palette.h"

namespace usdscope {
namespace {

QString whereText(const SourceSite& site) {
  QString text = QString::fromStdString(site.layer.substr(site.layer.rfind('/') + 1));
  if (site.line > 0) text += QStringLiteral(":%1").arg(site.line);
  if (!site.path.empty()) text += QStringLiteral("  <%1>").arg(QString::fromStdString(site.path));
  return text.trimmed();
}

TableModel::Row cellsOf(const Diagnostic& d) {
  const bool isError = d.code.severity == Severity::Error;
  const bool isWarning = d.code.severity == Severity::Warning;
  const QColor color = isError ? palette::kError : isWarning ? palette::kWarning : palette::kNote;
  const QString mark = isError     ? QStringLiteral("✖ Error")
                       : isWarning ? QStringLiteral("▲ Warning")
                                   : QStringLiteral("ℹ Note");
  QString message = QString::fromStdString(d.message);
  if (d.count > 1) message += QStringLiteral(" (%1 times)").arg(d.count);
  return {{mark, {}, color, false, false},
          {message, {}, {}, false, false},
          {whereText(d.site), QString::fromStdString(toText(d)), palette::kDim, false, false}};
}

}  // namespace

ProblemsPane::ProblemsPane(Session& session, QWidget* parent)
    : TablePane({tr("Severity"), tr("Problem"), tr("Where")}, parent), session_(session) {
  view().horizontalHeader()->resizeSection(0, 90);
  // The sentences get the room that the places leave.
  view().horizontalHeader()->setStretchLastSection(false);
  view().horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  view().horizontalHeader()->resizeSection(2, 220);
  cutInTheMiddle(2);
  connect(&view(), &QTableView::clicked, this, [this](const QModelIndex& index) {
    const Path path = paths_[static_cast<std::size_t>(index.row())].primPath();
    if (!path.isEmpty() && !path.isRoot()) session_.select({path});
  });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.loading.observe(this, [this](const LoadState&) { refresh(); });
  session_.drawingDiagnostics.observe(
      this, [this](const std::shared_ptr<const Diagnostics>&) { refresh(); });
  session_.drawingProblem.observe(this, [this](const std::string&) { refresh(); });
  session_.scene.observe(this, [this](const std::shared_ptr<const Scene>&) { refresh(); });
}

void ProblemsPane::refresh() {
  Diagnostics all;
  const LoadState& loading = session_.loading.value();
  if (loading.phase == LoadState::Phase::Failed) {
    all.report({"app.cannot-open", Severity::Error}, {.layer = loading.file}, loading.message);
  }
  if (!session_.drawingProblem.value().empty()) {
    all.report({"app.cannot-draw", Severity::Error}, {}, session_.drawingProblem.value());
  }
  if (session_.drawingDiagnostics.value()) all.append(*session_.drawingDiagnostics.value());
  const Document& document = session_.document.value();
  if (document.diagnostics) all.append(*document.diagnostics);
  if (document.isOpen()) all.append(document.stage->clipDiagnostics());
  if (session_.scene.value()) all.append(session_.scene.value()->diagnostics);

  std::vector<Diagnostic> entries(all.entries().begin(), all.entries().end());
  std::ranges::stable_sort(entries, std::ranges::greater{},
                           [](const Diagnostic& d) { return d.code.severity; });
  std::vector<TableModel::Row> rows;
  paths_.clear();
  for (const Diagnostic& entry : entries) {
    paths_.push_back(Path::fromText(entry.site.path));
    rows.push_back(cellsOf(entry));
  }
  const auto count = static_cast<int>(rows.size());
  show({}, std::move(rows), tr("No problems."));
  Q_EMIT countChanged(count);
}

}  // namespace usdscope
