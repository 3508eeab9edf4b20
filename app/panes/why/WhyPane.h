// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/Explain.h"

namespace usdscope {

/// Explains the value of the selected attribute at the playhead: the answer in one sentence, the
/// time mappings from the stage to the file, and all opinions, strongest first, each with the
/// reason why it wins or loses. The verb `explain` reports the same.
class WhyPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit WhyPane(Session& session, QWidget* parent = nullptr);

  /// The sentence that the pane shows, or why there is none.
  QString sentence() const;
  /// The value as text; empty when there is no answer.
  QString value() const;

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Page;
  void refresh();

  Session& session_;
  Page* page_;
};

}  // namespace usdscope
