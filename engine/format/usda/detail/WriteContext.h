// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/format/usda/detail/TextFormat.h"

namespace usdscope::usda {

/// The text that is being written, and the version of the format that it needs.
struct WriteContext {
  std::string out;
  int minorVersion = 0;  ///< Of `#usda 1.N`.

  /// Starts a line at a level of indentation.
  std::string& line(int level) {
    appendIndent(out, level);
    return out;
  }
  void need(int minor) { minorVersion = std::max(minorVersion, minor); }
};

/// The order in which names are listed for people: letters without case, numbers by value, so that
/// `a9` comes before `a10`. Where that leaves a tie, by case and leading zeros.
bool listedBefore(std::string_view a, std::string_view b);

}  // namespace usdscope::usda
