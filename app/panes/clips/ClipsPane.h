// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "app/panes/PaneTask.h"

namespace usdscope {

class ClipsView;

/// Shows the clip sets that reach the leading prim; see ClipsView. First the metadata is shown,
/// then what the clip files hold. The verb `clips` reports the same.
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
