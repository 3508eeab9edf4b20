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

/// The sections, sizes and costs of a crate file, for people.
struct CrateInfo {
  struct Section {
    std::string name;
    std::uint64_t begin = 0;
    std::uint64_t byteSize = 0;
  };
  /// A field and the byte size of its value. Time samples include their values.
  struct FieldCost {
    std::string path;  ///< The first spec that has the field.
    std::string field;
    std::string type;
    std::uint64_t byteSize = 0;
    std::size_t specCount = 0;  ///< Number of specs that share the field.
  };
  struct TypeCost {
    std::size_t count = 0;
    std::uint64_t byteSize = 0;
  };

  std::string version;  ///< `0.8.0`
  std::uint64_t byteSize = 0;
  /// In file order. `VALUES` is everything before the other sections.
  std::vector<Section> sections;
  std::size_t tokenCount = 0;
  std::size_t stringCount = 0;
  std::size_t fieldCount = 0;
  std::size_t fieldSetCount = 0;
  std::size_t pathCount = 0;
  std::map<std::string, std::size_t> specCounts;  ///< By kind: `attribute`, `prim`, …
  std::map<std::string, TypeCost> types;          ///< By type of the fields' values: `float3[]`.
  std::vector<FieldCost> costliest;  ///< The fields with the most bytes, largest first.
};

/// Reads the tables of a crate file and the offsets of its values. The size of a value is the
/// distance to the next value; a shared value is attributed to the first field that has it.
/// `costliest` has at most `mostFields` entries. Empty after an error.
std::optional<CrateInfo> inspectCrate(const FileBytes& bytes, const std::string& identifier,
                                      std::size_t mostFields, Diagnostics& diagnostics);

}  // namespace usdscope
