// SPDX-License-Identifier: Apache-2.0
#include "app/panes/MetadataPane.h"

#include <QComboBox>
#include <QItemSelectionModel>
#include <QTreeView>
#include <algorithm>
#include <utility>

#include "app/panes/RootSubject.h"
#include "app/session/ObserveSubject.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"

namespace usdscope {
namespace {

enum Column { kName, kValue, kLayer };

RowTreeModel::Row cellsOf(const MetadataRow& row, std::size_t depth) {
  const bool isDim =
      row.origin == MetadataRow::Origin::Schema || row.origin == MetadataRow::Origin::Ancestor;
  const QColor color = isDim ? theme::kDim : QColor();
  QString layer = textOf(row.layer);
  QString tip = textOf(row.identifier);
  if (row.origin == MetadataRow::Origin::Schema) layer = MetadataPane::tr("schema");
  if (!row.specPath.empty()) tip += "\n" + textOf(row.specPath);
  if (row.weakerCount > 0) {
    layer += MetadataPane::tr(" + %1").arg(row.weakerCount);
    tip += MetadataPane::tr("\n%n weaker layers have this field too.", nullptr,
                            static_cast<int>(row.weakerCount));
  }
  return {depth,
          {{textOf(row.name), {}, color},
           {textOf(row.value), {}, color, false, false, true},
           {layer, tip, isDim ? color : theme::kDim}}};
}

void flatten(std::vector<MetadataRow> rows, std::size_t depth, std::vector<MetadataRow>& flat,
             std::vector<RowTreeModel::Row>& cells) {
  for (MetadataRow& row : rows) {
    std::vector<MetadataRow> children = std::exchange(row.children, {});
    cells.push_back(cellsOf(row, depth));
    flat.push_back(std::move(row));
    flatten(std::move(children), depth + 1, flat, cells);
  }
}

}  // namespace

MetadataPane::MetadataPane(Session& session, QWidget* parent)
    : TreePane({tr("Field Name"), tr("Value"), tr("Layer")}, parent),
      session_(session),
      editing_(new PropertyEditing(session, view())),
      task_(session, *this) {
  setProperty("contextMenu", "field");
  fitColumns();
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) { inspect(current); });
  connect(&view(), &QTreeView::doubleClicked, this, &MetadataPane::edit);
  session_.selection.observe(this, [this](const Selection&) { editing_->stop(); });
  observeSubject(session_, this, [this] { refresh(); });
}

void MetadataPane::refresh() {
  Subject subject = subjectOrRoot(session_);
  if (!subject) {
    task_.cancel();
    rows_.clear();
    return show({}, model().columns(), {}, tr("Nothing is open."), 0);
  }
  const bool isProperty = subject.property && (subject.prim.attribute(subject.property) ||
                                               subject.prim.relationship(subject.property));
  if (!isProperty) subject.property = {};
  task_.startFor(subject, [this, subject](const TaskRun&) -> LatestTask::Show {
    return [this, subject, rows = metadataRows(subject.prim, subject.property)]() mutable {
      showRows(subject, std::move(rows));
    };
  });
}

void MetadataPane::showRows(const Subject& subject, std::vector<MetadataRow> rows) {
  const Path prim = subject.prim.path();
  const Path path = subject.property ? prim.property(subject.property) : prim;
  std::vector<RowTreeModel::Row> cells;
  rows_.clear();
  flatten(std::move(rows), 0, rows_, cells);
  // Blocks of long arrays are closed at first.
  const auto isBlock = [](const MetadataRow& row) { return row.name.find("…") != row.name.npos; };
  const int openDepth = std::ranges::any_of(rows_, isBlock) ? 1 : 2;
  show(QString::fromStdString(path.text()), model().columns(), std::move(cells), {}, openDepth);
  addChoices(prim);
}

void MetadataPane::addChoices(Path prim) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const QModelIndex index = model().indexOf(i, kValue);
    const MetadataRow& row = rows_[i];
    if (row.variantSet.empty()) {
      view().setIndexWidget(index, nullptr);
      continue;
    }
    auto* choice = new QComboBox;
    choice->addItem({});  // No variant.
    for (const std::string& variant : row.variants) choice->addItem(textOf(variant));
    choice->setCurrentText(textOf(row.value));
    choice->setAccessibleName(textOf(row.name));
    connect(choice, &QComboBox::activated, this, [this, prim, set = row.variantSet, choice] {
      session_.perform("variant", {prim.text(), set, choice->currentText().toStdString()});
    });
    view().setIndexWidget(index, choice);
  }
}

void MetadataPane::edit(const QModelIndex& index) {
  const Subject subject = session_.subject();
  if (!subject || index.column() != kValue) return;
  const MetadataRow& row = rows_[model().numberOf(index)];
  if (!row.variantSet.empty() || row.name.starts_with('[')) return;
  const Path prim = subject.prim.path();
  const QModelIndex parent = index.parent();
  if (!parent.isValid()) {
    const bool isProperty = subject.property && (subject.prim.attribute(subject.property) ||
                                                 subject.prim.relationship(subject.property));
    const Path object = isProperty ? prim.property(subject.property) : prim;
    return editing_->startField(object, Token(row.name), index);
  }
  const std::string clips = "clips:";
  const MetadataRow& whole = rows_[model().numberOf(parent)];
  const std::string& field = whole.name;
  if (whole.origin == MetadataRow::Origin::Ancestor) {
    return session_.showNote("These clips belong to an ancestor; select it to edit them.");
  }
  if (!field.starts_with(clips)) {
    return session_.showNote("Edit the field " + field + " as a whole.");
  }
  editing_->startClipEntry(prim, field.substr(clips.size()), row.name, index);
}

void MetadataPane::inspect(const QModelIndex& index) {
  if (!index.isValid()) return;
  const MetadataRow& row = rows_[model().numberOf(index)];
  session_.inspectRow({row.identifier, row.specPath, row.name, row.value});
}

}  // namespace usdscope
