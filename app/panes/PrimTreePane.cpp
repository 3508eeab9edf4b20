// SPDX-License-Identifier: Apache-2.0
#include "app/panes/PrimTreePane.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QTreeView>

#include "app/models/PrimTreeModel.h"

namespace usdscope {
namespace {

// usdview opens the tree to this depth.
constexpr int kOpenDepth = 2;

}  // namespace

PrimTreePane::PrimTreePane(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new PrimTreeModel(this)),
      view_(new QTreeView),
      empty_(new QLabel(tr("Nothing is open.\nOpen a scene with Ctrl+O, or drop a file here."))) {
  auto* layout = new QStackedLayout(this);
  layout->addWidget(empty_);
  layout->addWidget(view_);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  view_->setModel(model_);
  view_->setUniformRowHeights(true);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->header()->setStretchLastSection(false);
  view_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  view_->header()->setSectionResizeMode(1, QHeaderView::Interactive);

  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &PrimTreePane::takeSelection);
  connect(view_, &QTreeView::customContextMenuRequested, this, &PrimTreePane::showMenu);
  session_.document.observe(this, [this](const Document& document) { showDocument(document); });
  session_.selection.observe(this, [this](const Selection& s) { showSelection(s); });
}

void PrimTreePane::showDocument(const Document& document) {
  const QScopedValueRollback guard(isShowing_, true);
  model_->setStage(document.stage);
  static_cast<QStackedLayout*>(layout())->setCurrentIndex(document.isOpen() ? 1 : 0);
  view_->header()->resizeSection(1, 90);
  view_->expandToDepth(kOpenDepth - 1);
}

void PrimTreePane::showSelection(const Selection& selection) {
  const QScopedValueRollback guard(isShowing_, true);
  QItemSelection rows;
  for (const Path path : selection.prims) {
    const QModelIndex row = model_->indexOf(path);
    if (row.isValid()) rows.select(row, row);
  }
  view_->selectionModel()->select(rows,
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  const QModelIndex leading = model_->indexOf(selection.leading());
  if (!leading.isValid()) return;
  view_->selectionModel()->setCurrentIndex(leading, QItemSelectionModel::NoUpdate);
  view_->scrollTo(leading);
}

void PrimTreePane::takeSelection() {
  if (isShowing_) return;
  std::vector<Path> paths;
  const QModelIndex current = view_->currentIndex();
  for (const QModelIndex& row : view_->selectionModel()->selectedRows()) {
    const bool isLeading = row == current.siblingAtColumn(0);
    paths.insert(isLeading ? paths.begin() : paths.end(), model_->pathOf(row));
  }
  session_.select(std::move(paths));
}

void PrimTreePane::showMenu(const QPoint& at) {
  const QModelIndex index = view_->indexAt(at);
  if (!index.isValid()) return;
  const QString path = QString::fromStdString(model_->pathOf(index.siblingAtColumn(0)).text());
  QMenu menu;
  menu.addAction(tr("Copy Prim Path"), [path] { QApplication::clipboard()->setText(path); });
  menu.exec(view_->viewport()->mapToGlobal(at));
}

}  // namespace usdscope
