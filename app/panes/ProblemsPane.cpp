// SPDX-License-Identifier: Apache-2.0
#include "app/panes/ProblemsPane.h"

#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "app/theme/Theme.h"
#include "engine/layer/Layer.h"
#include "engine/stage/Stage.h"

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
  const QColor color = isError ? theme::kError : isWarning ? theme::kWarning : theme::kNote;
  const QString mark = isError     ? QStringLiteral("✖ Error")
                       : isWarning ? QStringLiteral("▲ Warning")
                                   : QStringLiteral("ℹ Note");
  QString message = QString::fromStdString(d.message);
  if (d.count > 1) message += QStringLiteral(" (%1 times)").arg(d.count);
  return {{mark, {}, color, false, false},
          {message, {}, {}, false, false},
          {whereText(d.site), QString::fromStdString(toText(d)), theme::kDim, false, false}};
}

// Returns the prim that has opinions from a site; empty when there is none. A site without a layer
// is a prim of the stage.
Path primOfSite(const Stage& stage, const SourceSite& site, const std::stop_token& stop) {
  const Path path = Path::fromText(site.path).primPath();
  if (path.isEmpty() || path.isRoot()) return {};
  const auto isFromSite = [&](const Prim& prim) {
    return std::ranges::any_of(prim.primStack(), [&](const StackEntry& entry) {
      return entry.path == path && entry.layer->identifier() == site.layer;
    });
  };
  const Prim same = stage.primAt(path);
  if (same && (site.layer.empty() || isFromSite(same))) return path;
  Path found;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (found.isEmpty() && isFromSite(prim)) found = prim.path();
    return found.isEmpty() && !stop.stop_requested();
  });
  return found;
}

}  // namespace

ProblemsPane::ProblemsPane(Session& session, QWidget* parent)
    : TablePane({tr("Severity"), tr("Problem"), tr("Where")}, parent),
      session_(session),
      finding_(session.background()) {
  view().horizontalHeader()->resizeSection(0, 90);
  // Messages get the room that the other columns leave.
  view().horizontalHeader()->setStretchLastSection(false);
  view().horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  view().horizontalHeader()->resizeSection(2, 220);
  cutInTheMiddle(2);
  connect(&view(), &QTableView::clicked, this, [this](const QModelIndex& index) {
    selectPrimOf(sites_[static_cast<std::size_t>(index.row())]);
  });
  session_.document.observe(this, [this](const Document&) { refresh(); });
  session_.loading.observe(this, [this](const LoadState&) { refresh(); });
  session_.drawingDiagnostics.observe(
      this, [this](const std::shared_ptr<const Diagnostics>&) { refresh(); });
  session_.drawingProblem.observe(this, [this](const std::string&) { refresh(); });
  session_.scene.observe(this,
                         [this, had = false](const std::shared_ptr<const Scene>& scene) mutable {
                           const bool has = scene && !scene->diagnostics.isEmpty();
                           if (has || had) refresh();
                           had = has;
                         });
}

void ProblemsPane::selectPrimOf(const SourceSite& site) {
  const auto& stage = session_.document.value().stage;
  if (!stage) return session_.showNote("No scene is open.");
  finding_.start([this, stage, site](const TaskRun& run) -> LatestTask::Show {
    return [this, prim = primOfSite(*stage, site, run.stop)] {
      if (prim.isEmpty()) return session_.showNote("No prim of the stage has opinions from there.");
      session_.select({prim});
    };
  });
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

  Q_EMIT countChanged(static_cast<int>(all.entries().size()));
  isStale_ = !isVisible();
  if (isStale_) return;
  std::vector<Diagnostic> entries(all.entries().begin(), all.entries().end());
  std::ranges::stable_sort(entries, std::ranges::greater{},
                           [](const Diagnostic& d) { return d.code.severity; });
  std::vector<TableModel::Row> rows;
  sites_.clear();
  for (const Diagnostic& entry : entries) {
    sites_.push_back(entry.site);
    rows.push_back(cellsOf(entry));
  }
  show({}, std::move(rows), tr("No problems."));
}

void ProblemsPane::showEvent(QShowEvent* event) {
  TablePane::showEvent(event);
  if (isStale_) refresh();
}

}  // namespace usdscope
