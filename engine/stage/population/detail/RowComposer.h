// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/stage/detail/StageRows.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// A prim on its way into a row; its links are not filled in.
struct ComposedRow {
  PrimRow row;
  std::vector<PrimOpinion> opinions;
  std::vector<Token>
      childNames;  ///< None of an inactive prim, nor of an instance; those in the mask.
};

/// Makes rows of prims, one at a time. Any thread may ask.
class RowComposer {
 public:
  /// `rows` has its composer, layers and definitions.
  explicit RowComposer(const StageRows& rows);

  /// The pseudo-root.
  ComposedRow composeRoot() const;
  /// The root of a prototype: the index is that of its source instance.
  ComposedRow composePrototype(std::shared_ptr<const PrimIndex> index, Path path) const;
  /// A prim whose path is `path`, below one with `parentFlags` and an index of the present stacks.
  ComposedRow composeChild(const PrimIndex& parent, std::uint32_t parentFlags, Path path) const;
  /// What opinions and the prim above say, once `index` and `path` are there.
  void composeFacts(ComposedRow& composed, std::uint32_t parentFlags) const;

 private:
  std::vector<Token> populatedChildren(const PrimIndex& index) const;
  void composeType(PrimRow& row, const std::vector<Token>& apiSchemas) const;

  const StageRows& rows_;
  const Dictionary fallbackPrimTypes_;
};

/// The flags of a prim that those of the prims below it depend on.
std::uint32_t inheritedFlags(std::uint32_t flags);

/// Whether two rows say the same of a prim, but for index, opinions and links.
bool haveSameFacts(const PrimRow& a, const PrimRow& b);

}  // namespace usdscope
