// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "app/panes/PaneTask.h"

class QLabel;
class QScrollArea;

namespace usdscope {

struct Ribbon;
class RibbonView;
class WhyPage;

/// Explains the value of the selected attribute at the playhead: where the value comes from in one
/// sentence, the time mappings from the stage to the file, and all opinions, strongest first, each
/// with the reason why it wins or loses. Explains the targets of a relationship, and the clip sets,
/// visibility, purpose, variants and materials of a prim in the same way. The verb `explain`
/// reports the same. Ribbons above show who supplies the selected attribute, and those that are
/// watched, over the range of the stage.
class WhyPane : public QWidget {
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
  void refreshRibbons();
  void showRibbons();
  void fitRibbons();

  Session& session_;
  RibbonView* ribbons_;
  QScrollArea* ribbonScroll_;
  QLabel* moreRibbons_;  ///< Says that there are more pins than ribbons.
  QScrollArea* scroll_;
  WhyPage* page_;
  // The last request for ribbons.
  std::shared_ptr<const Stage> stage_;
  std::vector<Path> attributes_;
  std::pair<double, double> range_;
  std::vector<std::shared_ptr<const Ribbon>> known_;  ///< One for each attribute.
  /// The time of the playhead. Clips that play near it are read first.
  std::shared_ptr<std::atomic<double>> near_ = std::make_shared<std::atomic<double>>(0.0);
  PaneTask task_;
  PaneTask ribbonTask_;
};

}  // namespace usdscope
