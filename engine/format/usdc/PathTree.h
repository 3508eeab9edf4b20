// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTable.h"

namespace usdscope::usdc {

/// The section PATHS: a tree of entries in file order. Each entry knows its first child and its
/// next sibling. Entry 0 is the root. (AOUSD core specification 16.3.8.4.5.)
class PathTree {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// Reads the section. Checks that it is a single tree, and that its entries have distinct path
  /// numbers and valid tokens.
  bool read(std::span<const std::byte> bytes, const CrateHeader& header,
            std::span<const Token> tokens, PathTable& paths, CrateProblem& problem);

  std::size_t entryCount() const { return jumps_.size(); }
  std::uint32_t firstChild(std::uint32_t entry) const {
    return jumps_[entry] > 0 || jumps_[entry] == kOnlyChild ? entry + 1 : kNone;
  }
  std::uint32_t nextSibling(std::uint32_t entry) const {
    if (jumps_[entry] < 0) return kNone;
    return entry + (jumps_[entry] == 0 ? 1 : static_cast<std::uint32_t>(jumps_[entry]));
  }
  std::uint32_t pathIndex(std::uint32_t entry) const { return pathIndexes_[entry]; }
  std::uint32_t token(std::uint32_t entry) const { return elements_[entry] & ~kPropertyBit; }
  bool isProperty(std::uint32_t entry) const { return elements_[entry] & kPropertyBit; }

 private:
  static constexpr std::uint32_t kPropertyBit = 0x80000000u;
  static constexpr std::int32_t kOnlyChild = -1;
  static constexpr std::int32_t kLeaf = -2;

  bool readCompressed(std::span<const std::byte> bytes, const CrateHeader& header,
                      std::size_t& pathCount, CrateProblem& problem);
  bool readPlain(std::span<const std::byte> bytes, const CrateHeader& header,
                 std::size_t& pathCount, CrateProblem& problem);
  bool makePaths(std::span<const Token> tokens, PathTable& paths) const;

  std::vector<std::uint32_t> pathIndexes_;
  std::vector<std::uint32_t> elements_;  // Token numbers; properties have kPropertyBit.
  std::vector<std::int32_t> jumps_;
};

}  // namespace usdscope::usdc
