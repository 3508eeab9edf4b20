// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace usdscope {

class Layer;
class Stage;

/// Evicts all clips of a stage from memory; they are read again when they are needed. Clips that
/// are also layers of the stage stay. Returns the estimated size in bytes of what was evicted.
/// Thread-safe.
std::size_t evictClips(const Stage& stage);

/// Like evictClips(), for the clips with this identifier or authored asset path. Returns their
/// layers, so that the caller decides where they are destroyed. Thread-safe.
std::vector<std::shared_ptr<const Layer>> evictClip(const Stage& stage, const std::string& file);

}  // namespace usdscope
