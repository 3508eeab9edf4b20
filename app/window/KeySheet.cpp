// SPDX-License-Identifier: Apache-2.0
#include "app/window/KeySheet.h"

#include <QKeySequence>
#include <QTableView>
#include <QVBoxLayout>

#include "app/actions/Actions.h"
#include "app/panes/TablePane.h"

namespace usdscope {
namespace {

constexpr const char* kMouse[][2] = {
    {"Left drag (Alt or not)", "Tumble"},
    {"Middle drag, Ctrl+Alt+left drag", "Truck"},
    {"Right drag, wheel", "Dolly"},
    {"Click; Shift, Ctrl", "Select; add, toggle"},
    {"Right click", "Menu of the prim"},
    {"Esc", "Give the keyboard to the list under the pointer, or to the picture"},
    {"Drag on the playback bar; Alt", "Scrub; between frames"},
};

}  // namespace

KeySheet::KeySheet(QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Keys and mouse"));
  resize(520, 640);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* table = new TablePane({tr("Key"), tr("Action")});
  std::vector<TableModel::Row> rows;
  for (const ActionRow& row : actionRows()) {
    if (!row.run || !*row.shortcut) continue;
    QStringList keys;
    for (const QKeySequence& each : QKeySequence::listFromString(row.shortcut)) {
      keys << each.toString(QKeySequence::NativeText);
    }
    const QString key = keys.join(QStringLiteral(", "));
    QString text = tr(row.text);
    rows.push_back({{key, {}, {}, false, false, true}, {text.remove(QStringLiteral("…"))}});
  }
  for (const auto& [gesture, text] : kMouse) {
    rows.push_back({{tr(gesture), {}, {}, false, false, true}, {tr(text)}});
  }
  table->show({}, std::move(rows), {});
  table->view().setColumnWidth(0, 260);
  table->view().setSelectionMode(QAbstractItemView::NoSelection);
  layout->addWidget(table);
}

}  // namespace usdscope
