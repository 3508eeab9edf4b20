// SPDX-License-Identifier: Apache-2.0
#include "app/panes/TreePane.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/widgets/ContentColumns.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/RowDelegate.h"

namespace usdscope {

TreePane::TreePane(QStringList columns, QWidget* parent)
    : QWidget(parent),
      model_(new RowTreeModel(std::move(columns), this)),
      heading_(makeHeading()),
      view_(new QTreeView),
      empty_(makeEmptyText()) {
  QVBoxLayout* layout = makeColumn(*this);
  view_->setModel(model_);
  view_->setUniformRowHeights(true);
  view_->setIndentation(14);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->header()->setStretchLastSection(true);
  RowDelegate::drawRowsOf(*view_, Qt::ElideMiddle);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
}

void TreePane::show(const QString& heading, QStringList columns,
                    std::vector<RowTreeModel::Row> rows, const QString& whyEmpty, int openDepth) {
  const bool isOther = heading != heading_->fullText();
  heading_->setFullText(heading);
  heading_->setVisible(!heading.isEmpty());
  empty_->setText(whyEmpty);
  empty_->setVisible(rows.empty());
  view_->setVisible(!rows.empty());
  bool isReset = false;
  const auto reset =
      connect(model_, &QAbstractItemModel::modelReset, this, [&isReset] { isReset = true; });
  model_->setRows(std::move(columns), std::move(rows));
  disconnect(reset);
  if (isReset && openDepth > 0) view_->expandToDepth(openDepth - 1);
  if (columns_ && (isReset || isOther)) columns_->fit();
}

void TreePane::fitColumns() { columns_ = new ContentColumns(*view_, *view_->header()); }

}  // namespace usdscope
