// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/Token.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTree.h"
#include "engine/format/usdc/RowRecipe.h"
#include "engine/format/usdc/Tables.h"
#include "engine/layer/Layer.h"

namespace usdscope::usdc {

/// The tables from which the rows of a Layer are made.
struct RowSources {
  std::span<const std::byte> bytes;
  const CrateHeader& header;
  std::span<const Token> tokens;
  const FieldTables& fields;
  const SpecTable& specs;
  const PathTree& tree;
  const PathTable& paths;
};

/// Fills in `tables` except for the decoder, from the root downwards. Children and properties get
/// the order of the fields that list their names.
///
/// As in the reference, specs that no such field lists are ignored. Sets `pooledFields` and
/// `unlistedCount` of `recipe`: the latter is the number of ignored prims, variants and properties.
bool buildRows(const RowSources& sources, LayerTables& tables, RowRecipe& recipe,
               CrateProblem& problem);

}  // namespace usdscope::usdc
