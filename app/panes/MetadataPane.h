// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/PaneTask.h"
#include "app/panes/PropertyEditing.h"
#include "app/panes/TreePane.h"
#include "engine/report/rows/MetadataRows.h"

namespace usdscope {

/// Shows the metadata of the selected property or, if no property is selected, of the leading prim,
/// each field with its layer. Dictionaries and list edits are open trees; variants of a prim can be
/// chosen, and a double click on the value of a field edits it.
class MetadataPane : public TreePane {
  Q_OBJECT
 public:
  explicit MetadataPane(Session& session, QWidget* parent = nullptr);

 private:
  void refresh();
  void showRows(const Subject& subject, std::vector<MetadataRow> rows);
  void addChoices(Path prim);
  void inspect(const QModelIndex& index);
  void edit(const QModelIndex& index);

  Session& session_;
  PropertyEditing* editing_;
  /// The rows in the order of the tree, each without its children.
  std::vector<MetadataRow> rows_;
  PaneTask task_;
};

}  // namespace usdscope
