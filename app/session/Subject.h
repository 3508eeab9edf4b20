// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The prim and property that panes show: the leading prim of the selection and its selected
/// property. It keeps its stage alive, so tasks on any thread may use it.
struct Subject {
  std::shared_ptr<const Stage> stage;
  Prim prim;  ///< Empty if nothing is selected.
  Token property;

  explicit operator bool() const { return bool(prim); }
  bool operator==(const Subject&) const = default;
};

}  // namespace usdscope
