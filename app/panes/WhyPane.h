// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <vector>

#include "app/session/Session.h"
#include "engine/report/Explain.h"

namespace usdscope {

/// Says why the selected attribute has the value that it has at the playhead: the answer in one
/// sentence and the value, below them the time path from the stage to the file, below that
/// all opinions, strongest first, each with the reason why it wins or loses. Follows the playhead
/// while it is visible. The verb `explain` says the same.
class WhyPane : public QScrollArea {
  Q_OBJECT
 public:
  explicit WhyPane(Session& session, QWidget* parent = nullptr);

  /// What the pane says, as text: the sentence, or why there is none.
  QString sentence() const;
  /// The value, as text; empty where the pane has no answer.
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
