// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QTest>
#include <QTreeView>

#include "app/models/PrimTreeModel.h"
#include "app/panes/primtree/PrimTreePane.h"
#include "app/widgets/SearchField.h"
#include "tests/app/window/OpenWindow.h"

namespace usdscope {

/// The prim tree of a window.
struct Tree {
  PrimTreePane* pane;
  QTreeView* view;
  PrimTreeModel* model;
  SearchField* search;

  explicit Tree(OpenWindow& open)
      : pane(open.window.findChild<PrimTreePane*>()),
        view(pane->findChild<QTreeView*>()),
        model(pane->findChild<PrimTreeModel*>()),
        search(pane->findChild<SearchField*>()) {}

  QModelIndex at(const char* path, PrimColumn column = PrimColumn::Name) const {
    return model->indexOf(Path::fromText(path)).siblingAtColumn(static_cast<int>(column));
  }
  QString text(const char* path, PrimColumn column) const {
    return at(path, column).data().toString();
  }
  QString visibility(const char* path) const { return text(path, PrimColumn::Visibility); }
  bool isShown(PrimColumn column) const { return !view->isColumnHidden(static_cast<int>(column)); }
  void click(const QModelIndex& index) const {
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
  }
  QString count() const { return search->findChild<QLabel*>()->text(); }
  /// The sentence below the search field; empty if there is none.
  QString note() const {
    auto* label = pane->findChild<QLabel*>("searchNote");
    return label->isVisible() ? label->text() : QString();
  }
};

}  // namespace usdscope
