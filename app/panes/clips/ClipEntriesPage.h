// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/clips/ClipEntryRows.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace usdscope {

class PropertyEditing;

/// The entries of clip sets as a table. A double click, Enter or F2 on a row edits its value in the
/// edit target; Delete removes the opinion of the edit target.
class ClipEntriesPage : public QWidget {
  Q_OBJECT
 public:
  explicit ClipEntriesPage(Session& session, QWidget* parent = nullptr);

  void show(std::vector<ClipEntryRow> rows);
  const std::vector<ClipEntryRow>& rows() const { return rows_; }
  PropertyEditing& editing() { return *editing_; }
  /// The item of an entry; null if there is none.
  QTreeWidgetItem* itemOf(const std::string& set, const std::string& key) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  const ClipEntryRow* rowOf(const QTreeWidgetItem* item) const;
  void edit(QTreeWidgetItem* item);
  void remove(QTreeWidgetItem* item);
  void measure();
  void shareRoom();

  Session& session_;
  QTreeWidget* list_;
  PropertyEditing* editing_;
  std::vector<ClipEntryRow> rows_;
  // The widths of the widest texts, in pixels.
  int entriesWidth_ = 0;
  int layersWidth_ = 0;
};

}  // namespace usdscope
