// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/clips/ClipReport.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace usdscope {

/// A clip set as the page shows it.
struct ClipSetRow {
  Path prim;
  std::string name;
  bool isOn = false;  ///< Its clips give values.
  bool interpolatesMissing = false;
  bool isLooped = false;        ///< The session layer repeats its clips.
  bool isOffInSession = false;  ///< The session layer switches it off.
  std::string why;              ///< Why the set is off; empty if it is on.
  bool operator==(const ClipSetRow&) const = default;
};

/// Returns the rows of the sets of a report of the stage, strongest first.
std::vector<ClipSetRow> clipSetRows(const Stage& stage, const ClipsReport& report);

/// Says which of the sets are switched off in the session, for people; empty if none is.
QString switchedOffText(const std::vector<ClipSetRow>& rows);

/// Tries out what clip sets do, in the session layer: switches sets off and on, interpolates
/// missing values, holds or loops the ends, and makes a set stronger or weaker than others of its
/// prim.
class ClipSetsPage : public QWidget {
  Q_OBJECT
 public:
  explicit ClipSetsPage(Session& session, QWidget* parent = nullptr);

  void show(std::vector<ClipSetRow> rows);
  const std::vector<ClipSetRow>& rows() const { return rows_; }

 private:
  void change(QTreeWidgetItem* item, int column);
  void move(int by);

  Session& session_;
  QTreeWidget* list_;
  std::vector<ClipSetRow> rows_;
  bool isFilling_ = false;
};

}  // namespace usdscope
