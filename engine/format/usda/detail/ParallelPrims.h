// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Reads the next consecutive prim statements on several threads, with the same result as in order.
/// Returns whether any were read. If not, nothing has changed and the caller reads the next
/// statement in order: the prims are too small, cannot be separated, or have an error, which is
/// then found and reported there.
bool readPrimsInParallel(ReadContext& context);

/// Whether the text is large enough to try readPrimsInParallel().
inline bool mayReadInParallel(const ReadContext& context) {
  const std::size_t left = context.in.size() - context.in.offset();
  return left >= context.parallelFrom && context.in.offset() >= context.inOrderUpTo;
}

}  // namespace usdscope::usda
