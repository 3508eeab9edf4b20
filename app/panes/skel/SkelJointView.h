// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/panes/TablePane.h"
#include "engine/report/skel/SkelRig.h"

namespace usdscope {

/// Shows where a joint is: its translation, rotation and scale in the space of its parent, of the
/// skeleton, and of the world.
class SkelJointView : public TablePane {
  Q_OBJECT
 public:
  explicit SkelJointView(QWidget* parent = nullptr);

  /// `place` is empty when the skeleton cannot be posed.
  void showJoint(Token joint, const std::optional<JointPlace>& place);
  void showNoJoint();

 protected:
  void showEvent(QShowEvent* event) override;
};

}  // namespace usdscope
