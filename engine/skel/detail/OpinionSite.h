// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Diagnostics.h"
#include "engine/stage/Property.h"

namespace usdscope::detail {

/// Returns the site of a problem whose cause is the value of a property: the layer with the
/// strongest opinion, and `path` on the stage, by which reports and panes find the prim. The layer
/// is empty if no layer has an opinion.
template <typename Authored>
SourceSite siteOf(const Authored& property, Path path) {
  const std::vector<StackEntry> stack =
      property ? property.propertyStack() : std::vector<StackEntry>();
  return {.layer = stack.empty() ? std::string() : stack.front().layer->identifier(),
          .path = path.text()};
}

}  // namespace usdscope::detail
