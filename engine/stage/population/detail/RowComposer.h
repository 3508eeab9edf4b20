// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/detail/PrimFacts.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// A composed prim. The links of `row` to other rows are not set yet.
struct ComposedRow {
  PrimRow row;
  PrimOpinions opinions;
  /// The children that the population mask includes; empty for inactive prims and for instances.
  std::vector<Token> childNames;
  std::uint32_t siteCount = 0;  ///< The number of nodes of the prim's index.
};

/// Composes rows, one prim at a time. Thread-safe.
class RowComposer {
 public:
  /// Requires: `rows` has its composer, layers and definitions, and outlives this. If
  /// `sharesIndexes` is false, all rows own their indexes (IndexOwner::Self).
  RowComposer(const StageRows& rows, bool sharesIndexes);

  /// Composes the pseudo-root.
  ComposedRow composeRoot() const;
  /// Composes the root of a prototype from the index of its source instance.
  ComposedRow composePrototype(std::shared_ptr<const PrimIndex> index, Path path) const;
  /// Composes the prim at `path`. Requires: `parent` is current, not stale: its layer stacks belong
  /// to the composer of `rows`.
  ComposedRow composeChild(const std::shared_ptr<const PrimIndex>& parent,
                           std::uint32_t parentFlags, Path path) const;
  /// Fills in the opinions and the facts: specifier, type, kind, flags and definition. Requires:
  /// `composed` has its index and path.
  void composeFacts(ComposedRow& composed, std::uint32_t parentFlags) const;

 private:
  std::vector<Token> populatedChildren(const PrimIndex& index) const;
  void giveIndex(ComposedRow& composed, const PrimIndex& parent, std::uint32_t parentFlags) const;
  void composeType(PrimRow& row, const std::vector<Token>& apiSchemas) const;

  const StageRows& rows_;
  const bool sharesIndexes_;
  const Dictionary fallbackPrimTypes_;
};

/// The flags of a prim on which the flags of its children depend.
std::uint32_t inheritedFlags(std::uint32_t flags);

/// Whether two rows have equal facts: specifier, type, kind, flags and definition.
bool haveSameFacts(const PrimRow& a, const PrimRow& b);

}  // namespace usdscope
