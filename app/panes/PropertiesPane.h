// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "app/panes/PaneTask.h"
#include "app/panes/PlayingBudget.h"
#include "app/panes/PropertyEditing.h"
#include "app/panes/TablePane.h"
#include "app/session/ExplainablePlace.h"
#include "engine/report/rows/PropertyRows.h"

class QToolButton;

namespace usdscope {

/// Shows the properties of the leading prim with their values at the playhead, in usdview's source
/// colours; values of the schema are dim. In front are usdview's computed rows. Inherited primvars
/// are marked "(i)". A click selects a property, a double click on a value edits it, a double click
/// elsewhere follows its targets or connections.
///
/// For several selected prims, shows a table of prims and the properties that they author. A click
/// selects the property of the leading prim, a double click edits the value of one prim. Edit Value
/// sets the value of all prims whose cells are selected.
///
/// The pane of pinned prims is a second one: it keeps its prims while the selection goes on. A
/// click there selects the prim, too.
///
/// The search takes words of names, and `authored`, `animated`, `clips`, `layer:NAME`.
class PropertiesPane : public TablePane, public ExplainablePlace {
  Q_OBJECT
 public:
  enum class Prims { Selected, Pinned };
  explicit PropertiesPane(Session& session, Prims shown = Prims::Selected,
                          QWidget* parent = nullptr);

  bool explainAt(QPoint at) override;

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void edit(const QModelIndex& cell);
  /// The properties in the selected cells of the column of `cell`; empty if `cell` is not selected.
  std::vector<Path> chosenInSheet(const QModelIndex& cell) const;
  void addButtons();
  void observePrims();
  const std::vector<Path>& prims() const;
  Subject subject() const;
  void refresh();
  void compute(const Subject& subject, TimeCode time);
  void showRows();
  void showList();
  void showSheet();
  void select(const QModelIndex& current);
  void selectProperty(Token name);
  void showSelectedRow();
  bool isWanted(const PropertyRow& row) const;
  /// The ancestor that authors an inherited primvar; null for other rows.
  const Path* inheritedFrom(const PropertyRow& row) const;
  QString whyEmpty() const;
  static QStringList listColumns();
  void setListWidths();
  /// Gives the value enough room, if the pane is too narrow for the columns as they are.
  void shareRoom();

  Session& session_;
  const bool isPinned_;
  SearchField& search_;
  PropertyEditing* editing_;
  QWidget* buttons_ = nullptr;
  Subject shown_;  ///< The prim whose properties are shown.
  std::vector<PropertyRow> rows_;
  std::unordered_map<Token, Path> inherited_;  ///< Primvars that the prim inherits.
  std::vector<PropertyRow> computed_;          ///< Empty until they are known.
  Subject computedFor_;                        ///< The prim of `computed_`.
  /// The prim of `sampleRows_`, which do not depend on time.
  Subject sampled_;
  std::vector<PropertyRow> sampleRows_;
  std::vector<PropertyRow> wanted_;     ///< The rows that match the search, and headings.
  std::optional<PropertySheet> sheet_;  ///< Set if several prims are selected.
  std::vector<Token> sheetColumns_;     ///< The properties in the columns after the first one.
  PropertyOrder order_ = PropertyOrder::Composed;
  bool authoredOnly_ = false;
  bool isShowing_ = false;
  /// Whether the columns have their widths, which they get when the pane is first seen.
  bool hasWidths_ = false;
  bool isOfUser_ = false;  ///< Whether the user has resized a column.
  bool isSharing_ = false;
  PlayingBudget budget_;
  PaneTask task_;
  /// Computes the rows that may take long. A click on another prim must not wait for them.
  PaneTask computing_;
};

}  // namespace usdscope
