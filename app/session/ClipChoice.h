// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace usdscope {

/// The choices of the Clips pane.
struct ClipChoice {
  /// The views beside the lanes.
  enum class Page : std::uint8_t { TimeMap, Matrix, Memory, Sets, Entries };

  bool isOfStage =
      false;  ///< The clip sets of the whole stage, not those that reach the selection.
  Page page = Page::TimeMap;
  /// The stage times at the left and the right edge; empty to show everything.
  std::optional<std::pair<double, double>> times;
  bool operator==(const ClipChoice&) const = default;
};

}  // namespace usdscope
