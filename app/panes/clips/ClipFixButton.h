// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>
#include <memory>
#include <string>
#include <vector>

#include "app/panes/PaneTask.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// Offers the correction of a finding in value clips. Whether there is one depends on the clips,
/// which are read in the background. The button is hidden until it can do something; for a finding
/// that the user has chosen, it says why it cannot.
class ClipFixButton : public QToolButton {
  Q_OBJECT
 public:
  /// `pane` is the pane around the button, which decides whether it is seen.
  ClipFixButton(Session& session, QWidget& pane);

  /// Offers the correction of `chosen` or, if that is null, of the first of `findings` that has
  /// one.
  void offer(const std::vector<ClipFinding>& findings, const ClipFinding* chosen);

 private:
  void show(const ClipFinding& finding, const std::string& refusal);

  Session& session_;
  // The last request.
  std::vector<ClipFinding> wanted_;
  std::weak_ptr<const Stage> wantedOn_;
  bool isChosen_ = false;
  ClipFinding offered_;
  PaneTask task_;
};

}  // namespace usdscope
