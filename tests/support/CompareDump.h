// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"

namespace usdscope {

/// How far one dump of a stage ("stage-dump 1") agrees with another.
struct DumpComparison {
  std::size_t agreed = 0;
  std::size_t differing = 0;
  std::vector<std::string> differences;  ///< The first ones, a line each.

  /// The differences as one text, for the message of a test.
  std::string text() const;
};

/// Holds `ours` against `expected`, fact by fact. A fact is a string, number, bool, null, empty
/// object, or a list that holds no list or object; one that only ours has is a difference too.
///
/// Numbers that are written as floating-point ones agree within single precision (times and layer
/// offsets within 1e-7 of their size), sums over arrays within that of the sum of magnitudes;
/// everything else is equal or not. Lists of named things compare by name. Facts that the
/// reference could not give (`{"error": …}`), its version, and the sections `definitions` and
/// `compositionErrors` where one of the two lacks them, do not count.
DumpComparison compareDumps(const Json& ours, const Json& expected, std::size_t shownCount = 20);

/// Reads a dump, `.json` or `.json.gz`; empty when the file is none.
std::optional<Json> readDump(const std::filesystem::path& path);

}  // namespace usdscope
