// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/format/TextSink.h"
#include "engine/layer/Spelling.h"

namespace usdscope::usda {

/// The text that is being written, and the version of the format that it needs.
struct WriteContext {
  std::string out;           ///< What has not gone on to the sink.
  TextSink* sink = nullptr;  ///< Null: all stays in `out`.
  bool isStuck = false;      ///< The sink takes no more.
  int minorVersion = 0;      ///< Of `#usda 1.N`.

  /// Starts a line at a level of indentation.
  std::string& line(int level) {
    appendIndent(out, level);
    return out;
  }
  /// Between statements: hands on what there is, if that is much.
  void drain() {
    constexpr std::size_t kMuch = 1 << 20;
    if (!sink || out.size() < kMuch) return;
    isStuck = isStuck || !sink->write(out);
    out.clear();
  }
  void need(int minor) { minorVersion = std::max(minorVersion, minor); }
};

/// The order in which names are listed for people: letters without case, numbers by value, so that
/// `a9` comes before `a10`. Where that leaves a tie, by case and leading zeros.
bool listedBefore(std::string_view a, std::string_view b);

}  // namespace usdscope::usda
