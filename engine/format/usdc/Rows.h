// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTree.h"
#include "engine/format/usdc/Tables.h"
#include "engine/layer/Layer.h"

namespace usdscope::usdc {

/// What rows of a Layer are made of.
struct RowSources {
  std::span<const std::byte> bytes;
  const CrateHeader& header;
  std::span<const Token> tokens;
  const FieldTables& fields;
  const SpecTable& specs;
  const PathTree& tree;
  const PathTable& paths;
};

/// Fills in all of `tables` but the decoder: from the root down, children and properties in the
/// order that the lists of their names give.
///
/// Specs that no list names are left out, as the reference does; `unlistedCount` counts the prims,
/// variants and properties among them.
bool buildRows(const RowSources& sources, LayerTables& tables, std::size_t& unlistedCount,
               CrateProblem& problem);

}  // namespace usdscope::usdc
