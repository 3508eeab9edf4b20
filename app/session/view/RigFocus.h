// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Token.h"
#include "engine/layer/Path.h"
#include "engine/skel/ShapeOverrides.h"

namespace usdscope {

/// The joint that the Skel pane and the viewport highlight.
struct ChosenJoint {
  Path skeleton;
  Token joint;  ///< As authored in the skeleton.

  explicit operator bool() const { return !skeleton.isEmpty() && !joint.isEmpty(); }
  bool operator==(const ChosenJoint&) const = default;
};

/// The blend shape that the Skel pane and the viewport highlight.
using ChosenShape = ShapeOfSkeleton;

}  // namespace usdscope
