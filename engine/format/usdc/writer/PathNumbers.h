// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/format/usdc/writer/CrateSink.h"
#include "engine/layer/Layer.h"

namespace usdscope::usdc {

/// Numbers the paths of a layer that is being written, and writes PATHS.
///
/// Rows have the first numbers: prims and variants, then properties. Paths that only values refer
/// to, and their ancestors, follow in the order of use.
class PathNumbers {
 public:
  /// Requires: the layer and the sink outlive this object.
  PathNumbers(const Layer& layer, CrateSink& sink);

  std::uint32_t primRow(std::uint32_t row) const { return row; }
  std::uint32_t propertyRow(std::uint32_t row) const { return primCount_ + row; }
  /// Returns the number of the path of a variant set, `/A{set=}`.
  std::uint32_t variantSet(std::uint32_t primRow, Token set);
  std::uint32_t path(Path path);

  /// Appends the content of PATHS: the tree of all numbered paths.
  void appendSection(std::string& out) const;

 private:
  static constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;

  std::uint32_t add(std::uint32_t parent, std::int32_t element);
  std::uint32_t numberOf(Path path);
  std::int32_t variantElement(Token set, Token variant);

  const Layer& layer_;
  CrateSink& sink_;
  std::uint32_t primCount_ = 0;
  std::vector<std::uint32_t> parents_;  // Come before their children.
  std::vector<std::int32_t> elements_;  // Tokens; those of properties are negative.
  std::unordered_map<Path, std::uint32_t> others_;
};

}  // namespace usdscope::usdc
