// SPDX-License-Identifier: Apache-2.0
#include "app/panes/primtree/MentionsView.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

#include "app/session/PathsFromText.h"
#include "app/theme/Theme.h"
#include "app/theme/Utf8Text.h"
#include "engine/layer/Layer.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {
namespace {

// The place of the opinion on the stage or, if it reaches no prim, in its layer.
QString placeOf(const Mention& mention) {
  if (mention.prims.empty()) return textOf(mention.spec.text());
  const Path prim = mention.prims.front();
  const Path place = mention.spec.isProperty() ? prim.property(mention.spec.name()) : prim;
  return textOf(place.text());
}

QString tipOf(const Mention& mention) {
  QString tip = MentionsView::tr("%1 of %2 in %3")
                    .arg(textOf(mention.field.string()), textOf(mention.spec.text()),
                         textOf(mention.layer->identifier()));
  if (mention.primCount == 0) tip += MentionsView::tr("\nThis opinion reaches no prim.");
  if (mention.primCount > 1) {
    tip += MentionsView::tr("\n%1 prims have this opinion.").arg(mention.primCount);
  }
  return tip;
}

}  // namespace

MentionsView::MentionsView(Session& session)
    : TablePane({tr("Prim or Property"), tr("Text"), tr("Layer")}), session_(session) {
  setProperty("contextMenu", "site");
  cutInTheMiddle(0);
  cutInTheMiddle(1);
  QHeaderView* header = view().horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  header->setSectionResizeMode(1, QHeaderView::Stretch);
  header->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  connect(view().selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& row) { follow(row.row()); });
}

void MentionsView::showMentions(const Stage& stage, std::shared_ptr<const MentionList> list,
                                const QString& text) {
  list_ = nullptr;  // The selection moves while rows change.
  std::vector<TableModel::Row> rows;
  for (const Mention& mention : list->mentions) {
    const QString tip = tipOf(mention);
    const bool isDim = mention.prims.empty();
    QString place = placeOf(mention);
    if (mention.primCount > 1) place += tr("  +%1").arg(mention.primCount - 1);
    rows.push_back({{place, tip, isDim ? theme::kFaint : QColor(), false, false, true},
                    {textOf(mention.text), tip, theme::kDim, false, false, true},
                    {textOf(layerLabel(*mention.layer, stage)), tip, theme::kDim}});
  }
  show({}, std::move(rows), tr("No layer mentions \"%1\".").arg(text));
  view().clearSelection();
  view().setCurrentIndex({});
  list_ = std::move(list);
}

void MentionsView::follow(int row) {
  if (!list_ || row < 0 || std::size_t(row) >= list_->mentions.size()) return;
  const Mention& mention = list_->mentions[std::size_t(row)];
  session_.inspectRow(
      {mention.layer->identifier(), mention.spec.text(), mention.field.string(), mention.text});
  if (mention.prims.empty()) return session_.showNote("This opinion reaches no prim.");
  session_.perform("select", pathTexts(mention.prims));
  if (mention.spec.isProperty()) {
    session_.perform("selectProperty", {mention.spec.name().string()});
  }
}

}  // namespace usdscope
