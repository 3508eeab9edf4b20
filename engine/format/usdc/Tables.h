// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"

namespace usdscope::usdc {

/// Ends each set in FieldTables::sets.
inline constexpr std::uint32_t kSetEnd = 0xFFFFFFFFu;

/// The sections FIELDS and FIELDSETS. A field is a name and a value, and a spec has a set of
/// fields.
struct FieldTables {
  std::vector<std::uint32_t> names;   ///< Token numbers of the file.
  std::vector<std::uint64_t> values;  ///< ValueReps.
  std::vector<std::uint32_t> sets;    ///< Field numbers; each set ends in kSetEnd.
};

/// The section SPECS, column by column.
struct SpecTable {
  std::vector<std::uint32_t> paths;      ///< Path numbers.
  std::vector<std::uint32_t> fieldSets;  ///< Index of the spec's set in FieldTables::sets.
  std::vector<std::uint32_t> types;      ///< SpecType.
};

enum class SpecType : std::uint32_t {
  Attribute = 1,
  Prim = 6,
  PseudoRoot = 7,
  Relationship = 8,
  Variant = 10,
  VariantSet = 11,
};

// Each function reads one section in the layout of the file's version, and checks that all its
// references are valid. (AOUSD core specification 16.3.8.4.)

/// Keeps the bytes of tokens that are not UTF-8, and counts these tokens.
bool readTokens(std::span<const std::byte> bytes, const CrateHeader& header,
                std::vector<Token>& tokens, std::size_t& notUtf8Count, CrateProblem& problem);

/// Reads the token numbers of the strings.
bool readStrings(std::span<const std::byte> bytes, const CrateHeader& header,
                 std::size_t tokenCount, std::vector<std::uint32_t>& strings,
                 CrateProblem& problem);

/// Reads the names and the values of the fields, without the sets.
bool readFieldRows(std::span<const std::byte> bytes, const CrateHeader& header,
                   std::size_t tokenCount, FieldTables& fields, CrateProblem& problem);

bool readFields(std::span<const std::byte> bytes, const CrateHeader& header, std::size_t tokenCount,
                FieldTables& fields, CrateProblem& problem);

bool readSpecs(std::span<const std::byte> bytes, const CrateHeader& header, SpecTable& specs,
               CrateProblem& problem);

}  // namespace usdscope::usdc
