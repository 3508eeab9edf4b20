// SPDX-License-Identifier: Apache-2.0
#include "app/panes/EditsPane.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

#include "app/panes/ChangesLine.h"
#include "app/session/Inspection.h"
#include "app/theme/Theme.h"

namespace usdscope {
namespace {

TableModel::Row cellsOf(const EditRow& row) {
  const bool isApplied = row.state == EditRow::State::Applied;
  TableCell edit{QString::fromStdString(row.sentence)};
  if (!isApplied) edit.color = theme::kFaint;
  edit.isItalic = row.state == EditRow::State::Undone;
  TableCell state;
  state.color = isApplied ? theme::kFocus : theme::kFaint;
  switch (row.state) {
    case EditRow::State::Applied:
      state.text = QObject::tr("Revert");
      state.tip = QObject::tr("Reverts this edit alone, and keeps all others (Delete)");
      break;
    case EditRow::State::Reverted:
      state.text = QObject::tr("reverted");
      state.tip = QObject::tr("Reverted alone; Undo brings it back.");
      break;
    case EditRow::State::Undone:
      state.text = QObject::tr("undone");
      state.tip = QObject::tr("Redo makes it again.");
      break;
  }
  return {edit, state};
}

}  // namespace

EditsPane::EditsPane(Session& session, QWidget* parent)
    : TablePane({tr("Edit"), tr("State")}, parent), session_(session) {
  view().horizontalHeader()->setStretchLastSection(false);
  view().horizontalHeader()->setSectionResizeMode(kEdit, QHeaderView::Stretch);
  view().horizontalHeader()->resizeSection(kState, 90);
  view().setSelectionMode(QAbstractItemView::ExtendedSelection);
  setProperty("contextMenu", "edit");
  cutInTheMiddle(kEdit);
  layout()->addWidget(new ChangesLine(session_));
  connect(&view(), &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.column() == kState) revertRow(index.row());
  });
  connect(view().selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!isShowing_) session_.perform("chooseEdits", chosenRows());
  });
  view().installEventFilter(this);
  session_.edits.observe(this, [this](const EditHistory& edits) { showEdits(edits); });
}

void EditsPane::showEdits(const EditHistory& edits) {
  const bool isMore = edits.rows().size() > rows_.size();
  rows_ = edits.rows();
  std::vector<TableModel::Row> cells;
  for (const EditRow& row : rows_) cells.push_back(cellsOf(row));
  const QScopedValueRollback guard(isShowing_, true);
  show({}, std::move(cells),
       tr("No edits yet. Each prim that you hide, deactivate or unload, each variant that you "
          "choose and each layer that you mute is listed here and can be reverted alone. Files "
          "change only when you save them."));
  if (isMore) view().scrollToBottom();
  session_.inspection().chooseEdits(chosen());  // New rows end the selection without a signal.
}

void EditsPane::revertRow(int row) {
  if (rows_[std::size_t(row)].state != EditRow::State::Applied) return;
  session_.perform("revertEdits", {std::to_string(row + 1)});
}

std::vector<std::uint64_t> EditsPane::chosen() const {
  std::vector<std::uint64_t> ids;
  for (const QModelIndex& index : view().selectionModel()->selectedRows()) {
    ids.push_back(rows_[std::size_t(index.row())].id);
  }
  return ids;
}

// The numbers of the selected rows, from 1 on.
std::vector<std::string> EditsPane::chosenRows() const {
  std::vector<std::string> numbers;
  for (const QModelIndex& index : view().selectionModel()->selectedRows()) {
    numbers.push_back(std::to_string(index.row() + 1));
  }
  return numbers;
}

bool EditsPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &view() && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
      session_.perform("revertEdits");
      return true;
    }
  }
  return TablePane::eventFilter(watched, event);
}

}  // namespace usdscope
