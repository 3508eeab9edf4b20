// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "app/panes/PaneTask.h"
#include "app/panes/TablePane.h"
#include "engine/report/rows/LayerStackRows.h"

class QStyledItemDelegate;

namespace usdscope {

/// Shows the layers that have opinions on the selected property or, if no property is selected, on
/// the leading prim: strongest first, each with its time offset, its samples, and why it does or
/// does not give the value. The header of a row has its strength, 1 for the strongest, and marks
/// the winning opinion. For the root, shows the tree of layers. Rows of value clips are violet.
class LayerStackPane : public TablePane {
  Q_OBJECT
 public:
  explicit LayerStackPane(Session& session, QWidget* parent = nullptr);

 private:
  enum class Subjects { Root, Prim, Attribute, Relationship };
  void refresh();
  /// `files` has a sentence about the file of each layer, by identifier.
  using FileTexts = std::map<std::string, QString>;
  void showRows(const Subject& subject, const std::vector<LayerStackRow>& rows,
                const FileTexts& files);
  void showColumns(Subjects subjects, bool hasOffsets, bool hasSpans);
  void inspect(int row);
  /// Gives rows the heights that their reasons need.
  void fitHeights();

  Session& session_;
  std::vector<LayerStackRow> rows_;
  QStyledItemDelegate* reasons_;
  int reasonColumn_ = -1;  ///< -1 while there is none.
  PaneTask task_;
};

}  // namespace usdscope
