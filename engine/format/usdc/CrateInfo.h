// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"

namespace usdscope {

/// What a crate file is made of, for people.
struct CrateInfo {
  struct Section {
    std::string name;
    std::uint64_t begin = 0;
    std::uint64_t byteSize = 0;
  };
  /// A field, and the bytes that its value takes; time samples with their values.
  struct FieldCost {
    std::string path;  ///< Of the first spec that has it.
    std::string field;
    std::string type;
    std::uint64_t byteSize = 0;
    std::size_t specCount = 0;  ///< How many specs share it.
  };
  struct TypeCost {
    std::size_t count = 0;
    std::uint64_t byteSize = 0;
  };

  std::string version;  ///< `0.8.0`
  std::uint64_t byteSize = 0;
  std::vector<Section> sections;  ///< In the order of their place; `VALUES` is all before them.
  std::size_t tokenCount = 0;
  std::size_t stringCount = 0;
  std::size_t fieldCount = 0;
  std::size_t fieldSetCount = 0;
  std::size_t pathCount = 0;
  std::map<std::string, std::size_t> specCounts;  ///< By kind: `attribute`, `prim`, …
  std::map<std::string, TypeCost> types;          ///< By type of the fields' values: `float3[]`.
  std::vector<FieldCost> costliest;               ///< Most bytes first.
};

/// Looks at the tables of a crate file, and at where its values lie. A value takes what lies
/// between its place and that of the next one; shared ones count for the first field that has them.
/// `costliest` has at most `mostFields` entries. Empty after an error.
std::optional<CrateInfo> inspectCrate(const FileBytes& bytes, const std::string& identifier,
                                      std::size_t mostFields, Diagnostics& diagnostics);

}  // namespace usdscope
