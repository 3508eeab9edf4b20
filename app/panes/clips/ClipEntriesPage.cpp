// SPDX-License-Identifier: Apache-2.0
#include "app/panes/clips/ClipEntriesPage.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/panes/PropertyEditing.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/LongText.h"
#include "app/theme/Theme.h"
#include "app/widgets/PaneParts.h"

namespace usdscope {
namespace {

enum EntryColumn { kEntry, kValue, kLayer };

// The number of the row of an item; headings have none.
constexpr int kRowRole = Qt::UserRole;
constexpr int kCellPadding = 18;
// The largest parts of the list that the first and the last column take.
constexpr double kEntryShare = 0.45;
constexpr double kLayerShare = 0.25;

}  // namespace

ClipEntriesPage::ClipEntriesPage(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      list_(new QTreeWidget),
      editing_(new PropertyEditing(session, *list_)) {
  list_->setObjectName("clipEntries");
  list_->setAccessibleName(tr("Entries of the clip sets"));
  list_->setHeaderLabels({tr("Entry"), tr("Value"), tr("Layer")});
  list_->setUniformRowHeights(true);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(kValue, QHeaderView::Stretch);
  list_->setTextElideMode(Qt::ElideMiddle);
  observeColors(session, this, [this] {
    // The list gets its new font after this.
    QMetaObject::invokeMethod(this, &ClipEntriesPage::measure, Qt::QueuedConnection);
  });
  list_->setExpandsOnDoubleClick(false);
  list_->installEventFilter(this);
  connect(list_, &QTreeWidget::itemDoubleClicked, this,
          [this](QTreeWidgetItem* item) { edit(item); });
  connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const ClipEntryRow* row = rowOf(item);
    if (row) session_.inspectRow({row->layer, row->prim.text(), row->key, row->text});
  });
  session_.selection.observe(this, [this](const Selection&) { editing_->stop(); });
  makeColumn(*this)->addWidget(list_, 1);
}

void ClipEntriesPage::show(std::vector<ClipEntryRow> rows) {
  if (rows == rows_) return;
  editing_->stop();
  const ClipEntryRow* const before = rowOf(list_->currentItem());
  const std::pair current(before ? before->set : std::string(),
                          before ? before->key : std::string());
  // The row of the session stays when rows are shown anew.
  const QSignalBlocker blocker(list_);
  rows_ = std::move(rows);
  list_->clear();
  const auto stage = session_.document.value().stage;
  if (rows_.empty() || !stage) return;
  const std::string session = stage->sessionLayer() ? stage->sessionLayer()->identifier() : "";
  QTreeWidgetItem* heading = nullptr;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ClipEntryRow& row = rows_[i];
    const bool isNew = i == 0 || rows_[i - 1].prim != row.prim || rows_[i - 1].set != row.set;
    if (isNew && !row.set.empty()) {
      heading = new QTreeWidgetItem(list_);
      heading->setText(kEntry, tr("%1 on %2")
                                   .arg(QString::fromStdString(row.set),
                                        QString::fromStdString(row.prim.text())));
      heading->setFirstColumnSpanned(true);
      heading->setExpanded(true);
    }
    auto* const item = row.set.empty() ? new QTreeWidgetItem(list_) : new QTreeWidgetItem(heading);
    item->setData(kEntry, kRowRole, int(i));
    item->setText(kEntry, QString::fromStdString(row.key));
    item->setText(kValue,
                  row.layer.empty() ? tr("not authored") : QString::fromStdString(row.text));
    item->setToolTip(kValue, wrapTip(item->text(kValue)));
    if (row.layer.empty()) {
      for (const int column : {kEntry, kValue}) item->setForeground(column, theme::kDim);
    } else {
      const bool isSession = row.layer == session;
      item->setText(kLayer, isSession ? tr("session layer")
                                      : QString::fromStdString(row.layer).section('/', -1));
      item->setToolTip(kLayer, wrapTip(QString::fromStdString(row.layer)));
    }
  }
  measure();
  if (auto* const item = itemOf(current.first, current.second)) list_->setCurrentItem(item);
}

// There may be thousands of rows, so that they are measured once and not for every size. The
// headings of sets span all columns, so that their texts need no room in the first one.
void ClipEntriesPage::measure() {
  const QFontMetrics metrics = list_->fontMetrics();
  entriesWidth_ = metrics.horizontalAdvance(list_->headerItem()->text(kEntry));
  layersWidth_ = metrics.horizontalAdvance(list_->headerItem()->text(kLayer));
  for (QTreeWidgetItemIterator it(list_); *it; ++it) {
    const ClipEntryRow* const row = rowOf(*it);
    if (!row) continue;
    const int indent = (*it)->parent() ? 2 * list_->indentation() : list_->indentation();
    const int entry = metrics.horizontalAdvance((*it)->text(kEntry)) + indent;
    entriesWidth_ = std::max(entriesWidth_, entry);
    layersWidth_ = std::max(layersWidth_, metrics.horizontalAdvance((*it)->text(kLayer)));
  }
  shareRoom();
}

// Entries and layers take what their texts need, as long as values keep a part.
void ClipEntriesPage::shareRoom() {
  const int room = list_->viewport()->width();
  const auto limited = [&](int width, double share) {
    return std::min(width + theme::px(kCellPadding), int(share * room));
  };
  list_->header()->resizeSection(kEntry, limited(entriesWidth_, kEntryShare));
  list_->header()->resizeSection(kLayer, limited(layersWidth_, kLayerShare));
}

void ClipEntriesPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // The list is laid out after this.
  QMetaObject::invokeMethod(this, &ClipEntriesPage::shareRoom, Qt::QueuedConnection);
}

const ClipEntryRow* ClipEntriesPage::rowOf(const QTreeWidgetItem* item) const {
  const QVariant row = item ? item->data(kEntry, kRowRole) : QVariant();
  return row.isValid() && std::size_t(row.toInt()) < rows_.size() ? &rows_[std::size_t(row.toInt())]
                                                                  : nullptr;
}

QTreeWidgetItem* ClipEntriesPage::itemOf(const std::string& set, const std::string& key) const {
  for (QTreeWidgetItemIterator it(list_); *it; ++it) {
    const ClipEntryRow* const row = rowOf(*it);
    if (row && row->set == set && row->key == key) return *it;
  }
  return nullptr;
}

void ClipEntriesPage::edit(QTreeWidgetItem* item) {
  const ClipEntryRow* const row = rowOf(item);
  if (!row) return;
  const QModelIndex cell = list_->indexFromItem(item, kValue);
  if (row->set.empty()) return editing_->startField(row->prim, Token(row->key), cell);
  editing_->startClipEntry(row->prim, row->set, row->key, cell);
}

void ClipEntriesPage::remove(QTreeWidgetItem* item) {
  const ClipEntryRow* const row = rowOf(item);
  if (!row) return;
  if (row->set.empty()) return session_.perform("clearMeta", {row->prim.text(), row->key});
  session_.perform("setClip", {row->prim.text(), row->set, row->key, "None"});
}

bool ClipEntriesPage::eventFilter(QObject* watched, QEvent* event) {
  const bool isPress = event->type() == QEvent::KeyPress;
  if (watched != list_ || !(isPress || event->type() == QEvent::ShortcutOverride)) {
    return QWidget::eventFilter(watched, event);
  }
  const int key = static_cast<QKeyEvent*>(event)->key();
  const bool isEdit = key == Qt::Key_F2 || key == Qt::Key_Return || key == Qt::Key_Enter;
  if (!isEdit && key != Qt::Key_Delete) return false;
  // The key belongs to the list, not to an action of the window.
  event->accept();
  if (isPress && isEdit) edit(list_->currentItem());
  if (isPress && !isEdit) remove(list_->currentItem());
  return true;
}

}  // namespace usdscope
