// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"

namespace usdscope {

/// The result of comparing two dumps of a stage ("stage-dump 1").
struct DumpComparison {
  std::size_t agreed = 0;
  std::size_t differing = 0;
  std::vector<std::string> differences;  ///< The first differences, one line each.

  /// The differences as one text for a test's message.
  std::string text() const;
};

/// Compares `ours` with `expected`, fact by fact. A fact is a string, number, bool, null, empty
/// object, or a list without lists and objects. Facts that only one side has are differences.
///
/// Floating-point numbers agree within single precision, times and layer offsets within a relative
/// 1e-7, sums over arrays within single precision of the sum of magnitudes. Other facts must be
/// equal. Lists of named entries compare by name. Ignored are facts that the reference could not
/// resolve (`{"error": …}`), its version, and the sections `definitions` and `compositionErrors`
/// when only one side has them.
DumpComparison compareDumps(const Json& ours, const Json& expected, std::size_t shownCount = 20);

/// Reads a dump from `.json` or `.json.gz`; empty when the file cannot be read or parsed.
std::optional<Json> readDump(const std::filesystem::path& path);

}  // namespace usdscope
