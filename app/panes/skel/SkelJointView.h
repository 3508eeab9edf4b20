// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/panes/TablePane.h"
#include "engine/report/SkelRig.h"

namespace usdscope {

/// Shows where a joint is: its translation, rotation and scale in the space of its parent, of the
/// skeleton, and of the world.
class SkelJointView : public TablePane {
  Q_OBJECT
 public:
  explicit SkelJointView(QWidget* parent = nullptr);

  /// `joint` may be -1: none is chosen.
  void showJoint(const SkelRig& rig, int joint, double time, double step);

 protected:
  void showEvent(QShowEvent* event) override;
};

}  // namespace usdscope
