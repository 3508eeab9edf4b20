// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/format/usda/detail/ReadContext.h"

namespace usdscope::usda {

/// Reads prim statements that follow one another, from here on, on several threads. True when it
/// has read some, as if in order. False, and nothing has happened, when that would not pay, or
/// cannot be done: then the next statement is to be read in order. So is one with an error, which
/// is found and told there.
bool readPrimsInParallel(ReadContext& context);

/// Whether to ask for that: few texts are so large.
inline bool mayReadInParallel(const ReadContext& context) {
  const std::size_t left = context.in.size() - context.in.offset();
  return left >= context.parallelFrom && context.in.offset() >= context.inOrderUpTo;
}

}  // namespace usdscope::usda
