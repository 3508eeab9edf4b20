// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/stage/Prim.h"
#include "engine/value/Value.h"

namespace usdscope {

/// Compares what the descendants of prims inherit for drawing: purpose, draw mode, constant
/// primvars and bound materials. Equal numbers mean that equal descendants are drawn equally.
/// Values that lead into the prim itself, such as materials below an instance, are compared
/// relative to it.
class Inheritance {
 public:
  /// Returns the number of what the descendants of a prim inherit; empty when they may inherit more
  /// than is compared: values that vary, skinning, or bindings of collections.
  std::optional<std::uint32_t> find(const Prim& prim);

 private:
  /// The values that one prim passes on. Targets are texts, relative to the prim if possible.
  struct Facts {
    std::uint32_t parent = 0;
    std::vector<std::pair<Token, Value>> values;
    std::vector<std::pair<Token, std::string>> targets;
    bool operator==(const Facts&) const = default;
  };

  /// Returns false when the facts do not say everything.
  static bool read(const Prim& prim, Facts& facts);
  std::uint32_t numberOf(Facts facts);

  std::unordered_map<Path, std::optional<std::uint32_t>> ofAncestors_;
  /// The known facts by their hash, with their numbers.
  std::unordered_map<std::size_t, std::vector<std::pair<Facts, std::uint32_t>>> numbers_;
  std::uint32_t last_ = 0;  ///< 0 is the number of the pseudo-root.
};

}  // namespace usdscope
