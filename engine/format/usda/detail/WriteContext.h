// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/format/TextSink.h"
#include "engine/layer/Spelling.h"

namespace usdscope::usda {

/// The text that is being written, and the version of the format that it requires.
struct WriteContext {
  std::string out;           ///< The text that the sink has not received yet.
  TextSink* sink = nullptr;  ///< If null, all text stays in `out`.
  bool isStuck = false;      ///< The sink has failed.
  int minorVersion = 0;      ///< The N of `#usda 1.N`.

  /// Starts a line at a level of indentation.
  std::string& line(int level) {
    appendIndent(out, level);
    return out;
  }
  /// Called between statements: passes a large `out` to the sink.
  void drain() {
    constexpr std::size_t kMuch = 1 << 20;
    if (!sink || out.size() < kMuch) return;
    isStuck = isStuck || !sink->write(out);
    out.clear();
  }
  void need(int minor) { minorVersion = std::max(minorVersion, minor); }
};

/// Whether name `a` comes before `b` in natural order: letters are compared without case and
/// numbers by value, so that `a9` comes before `a10`. Case and leading zeros decide between
/// otherwise equal names.
bool listedBefore(std::string_view a, std::string_view b);

}  // namespace usdscope::usda
