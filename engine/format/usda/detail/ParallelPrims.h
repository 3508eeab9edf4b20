// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Reads the next consecutive prim statements on several threads, with the same result as on one
/// thread. Returns whether any were read. If not, nothing has changed, and the caller must read the
/// next statement itself: the prims are too small, cannot be separated, or have an error, which the
/// caller then finds and reports.
bool readPrimsInParallel(ReadContext& context);

/// Whether the text is large enough to try readPrimsInParallel().
inline bool mayReadInParallel(const ReadContext& context) {
  const std::size_t left = context.in.size() - context.in.offset();
  return left >= context.parallelFrom && context.in.offset() >= context.inOrderUpTo;
}

}  // namespace usdscope::usda
