// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/detail/StageRows.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// A composed prim whose row does not have links yet.
struct ComposedRow {
  PrimRow row;
  std::vector<PrimOpinion> opinions;
  /// The children in the mask; empty for inactive prims and for instances.
  std::vector<Token> childNames;
};

/// Composes rows, one prim at a time. Thread-safe.
class RowComposer {
 public:
  /// Requires: `rows` has its composer, layers and definitions, and outlives this.
  explicit RowComposer(const StageRows& rows);

  /// Composes the pseudo-root.
  ComposedRow composeRoot() const;
  /// Composes the root of a prototype from the index of its source instance.
  ComposedRow composePrototype(std::shared_ptr<const PrimIndex> index, Path path) const;
  /// Composes the prim at `path`. Requires: `parent` leads to the present layer stacks.
  ComposedRow composeChild(const PrimIndex& parent, std::uint32_t parentFlags, Path path) const;
  /// Fills in opinions, type, kind and flags. Requires: `composed` has its index and path.
  void composeFacts(ComposedRow& composed, std::uint32_t parentFlags) const;

 private:
  std::vector<Token> populatedChildren(const PrimIndex& index) const;
  void composeType(PrimRow& row, const std::vector<Token>& apiSchemas) const;

  const StageRows& rows_;
  const Dictionary fallbackPrimTypes_;
};

/// The flags of a prim on which the flags of its children depend.
std::uint32_t inheritedFlags(std::uint32_t flags);

/// Whether two rows have equal type, kind, flags, specifier and definition.
bool haveSameFacts(const PrimRow& a, const PrimRow& b);

}  // namespace usdscope
