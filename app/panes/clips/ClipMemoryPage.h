// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/clips/ClipResidency.h"

class QTreeWidget;

namespace usdscope {

/// The clip files in memory, largest first, and buttons that read clips ahead and evict them. A
/// click on a file goes to the frame at which it plays first; Delete and the menu evict it.
class ClipMemoryPage : public QWidget {
  Q_OBJECT
 public:
  explicit ClipMemoryPage(Session& session, QWidget* parent = nullptr);

  /// A clip, and the stage time at which it plays first.
  struct Row {
    ClipInMemory clip;
    double time = 0.0;
    bool operator==(const Row&) const = default;
  };
  void show(std::vector<Row> rows);
  const std::vector<Row>& rows() const { return rows_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  Session& session_;
  QTreeWidget* list_;
  std::vector<Row> rows_;
};

}  // namespace usdscope
