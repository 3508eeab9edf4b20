// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "app/panes/PaneTask.h"

namespace usdscope {

class ClipsView;

/// Shows the clip sets that apply to the leading prim; see ClipsView. Shows the metadata first, and
/// the findings from the clip files when these have been read. The verb `clips` reports the same.
class ClipsPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit ClipsPane(Session& session, QWidget* parent = nullptr);

  /// The sentence above the first lane; empty without clips.
  QString sentence() const;

 protected:
  QSize minimumSizeHint() const override { return {200, 90}; }

 private:
  void refresh();

  Session& session_;
  ClipsView* view_;
  Subject wanted_;
  PaneTask task_;
};

}  // namespace usdscope
