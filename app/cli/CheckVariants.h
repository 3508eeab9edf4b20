// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check/Check.h"

namespace usdscope {

/// The variants that a stage is checked with besides its own.
struct VariantChecks {
  /// A set and a variant of it.
  using Choice = std::pair<std::string, std::string>;

  bool isWanted = false;  ///< False to check only the stage itself.
  /// Choices that are made together, for each prim that has the sets. If empty, each variant of
  /// each set is chosen alone.
  std::vector<std::vector<Choice>> combinations;
  /// If not empty, only variants of these sets are checked; with combinations, each of them
  /// together with each combination.
  std::vector<std::string> sets;
  /// True to check each combination of the variants of a prim, those of sets that a variant brings
  /// along included, and each set without a variant. Named combinations stay as they are, unless
  /// there are `sets`, too.
  bool areCombined = false;
  bool isUnlimited = false;  ///< True to make more than kMostVariants checks.
};

/// Reads "color:red,size:big", the notation of usdchecker. Empty if `text` is something else.
std::optional<std::vector<VariantChecks::Choice>> variantChoices(std::string_view text);

/// usdchecker's limit of the number of checks.
inline constexpr std::size_t kMostVariants = 1000;

/// Checks a stage again with the variants of `wanted`, one prim at a time; other sets keep their
/// selections. Returns `findings`, which are those of the stage itself, and the findings that only
/// other variants have: their messages name the variants. Stops after kMostVariants checks, unless
/// that is not wanted, and says so on `err`, as it does about sets that no prim has.
Findings withOtherVariants(const std::shared_ptr<const Stage>& stage, const CheckOptions& options,
                           const VariantChecks& wanted, Findings findings, std::ostream& err);

}  // namespace usdscope
