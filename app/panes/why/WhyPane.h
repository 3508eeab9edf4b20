// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

#include "app/panes/PaneTask.h"

namespace usdscope {

class WhyPage;

/// Explains the value of the selected attribute at the playhead: where the value comes from in one
/// sentence, the time mappings from the stage to the file, and all opinions, strongest first, each
/// with the reason why it wins or loses. The verb `explain` reports the same.
class WhyPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit WhyPane(Session& session, QWidget* parent = nullptr);

  /// The sentence that the pane shows: the explanation, or why there is none.
  QString sentence() const;
  /// The value as text; empty when there is no explanation.
  QString value() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();

  Session& session_;
  WhyPage* page_;
  PaneTask task_;
};

}  // namespace usdscope
