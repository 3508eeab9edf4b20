// SPDX-License-Identifier: Apache-2.0
#include "app/panes/TablePane.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "app/Palette.h"

namespace usdscope {

TablePane::TablePane(QStringList columns, QWidget* parent)
    : QWidget(parent),
      model_(new TableModel(std::move(columns), this)),
      heading_(new QLabel),
      view_(new QTableView),
      empty_(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  heading_->setContentsMargins(8, 6, 8, 6);
  heading_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  // A long path must not make the pane wider than the user wants it.
  heading_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setContentsMargins(16, 16, 16, 16);
  QPalette dim = empty_->palette();
  dim.setColor(QPalette::WindowText, palette::kDim);
  empty_->setPalette(dim);
  view_->setModel(model_);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTextElideMode(Qt::ElideMiddle);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(22);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
}

void TablePane::show(const QString& heading, std::vector<TableModel::Row> rows,
                     const QString& whyEmpty) {
  heading_->setText(heading);
  heading_->setToolTip(heading);
  heading_->setVisible(!heading.isEmpty());
  empty_->setText(whyEmpty);
  empty_->setVisible(rows.empty());
  view_->setVisible(!rows.empty());
  model_->setRows(std::move(rows));
}

}  // namespace usdscope
