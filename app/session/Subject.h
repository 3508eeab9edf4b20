// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The subject of panes: the leading prim of the selection and its selected property. A value that
/// keeps its stage alive, so that any thread may work on it.
struct Subject {
  std::shared_ptr<const Stage> stage;
  Prim prim;  ///< False: nothing is selected.
  Token property;

  explicit operator bool() const { return bool(prim); }
  bool operator==(const Subject&) const = default;
};

}  // namespace usdscope
