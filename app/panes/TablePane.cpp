// SPDX-License-Identifier: Apache-2.0
#include "app/panes/TablePane.h"

#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/widgets/ContentColumns.h"
#include "app/widgets/ElidedLabel.h"
#include "app/widgets/PaneParts.h"
#include "app/widgets/RowDelegate.h"
#include "app/widgets/SearchField.h"

namespace usdscope {
namespace {

class CutInTheMiddle : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = cutForRow(option->text);
    option->textElideMode = Qt::ElideMiddle;
  }
};

}  // namespace

TablePane::TablePane(QStringList columns, QWidget* parent)
    : QWidget(parent),
      model_(new TableModel(std::move(columns), this)),
      heading_(makeHeading()),
      view_(new QTableView),
      empty_(makeEmptyText()),
      middle_(new CutInTheMiddle(view_)) {
  QVBoxLayout* layout = makeColumn(*this);
  view_->setModel(model_);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->setContextMenuPolicy(Qt::NoContextMenu);  // It is the window's.
  view_->setTextElideMode(Qt::ElideRight);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->verticalHeader()->hide();
  theme::setRowHeight(*view_, 22);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  layout->addWidget(heading_);
  layout->addWidget(view_, 1);
  layout->addWidget(empty_, 1);
}

void TablePane::show(const QString& heading, std::vector<TableModel::Row> rows,
                     const QString& whyEmpty) {
  const bool isOther = heading != heading_->fullText() || rows.size() != model_->rows().size();
  heading_->setFullText(heading);
  if (search_) search_->setVisible(!heading.isEmpty());
  heading_->setVisible(!heading.isEmpty());
  empty_->setText(whyEmpty);
  empty_->setVisible(rows.empty());
  view_->setVisible(!rows.empty());
  model_->setRows(std::move(rows));
  if (columns_ && isOther) columns_->fit();
}

void TablePane::fitColumns() { columns_ = new ContentColumns(*view_, *view_->horizontalHeader()); }

void TablePane::cutInTheMiddle(int column) { view_->setItemDelegateForColumn(column, middle_); }

void TablePane::keepColors(Qt::TextElideMode elide) { RowDelegate::drawRowsOf(*view_, elide); }

SearchField& TablePane::addSearch(const QString& placeholder) {
  search_ = new SearchField(placeholder);
  static_cast<QVBoxLayout*>(layout())->insertWidget(1, search_);
  return *search_;
}

}  // namespace usdscope
