// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace usdscope {

class Stage;

/// Evicts all clips of a stage from memory; they are read again when they are needed. Clips that
/// are also layers of the stage stay. Returns the estimated size in bytes of what was evicted.
/// Thread-safe.
std::size_t evictClips(const Stage& stage);

}  // namespace usdscope
