// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>

#include "engine/format/Environment.h"

namespace usdscope {

/// Layers that a scene needs: how many, and the sizes of their files.
struct LayerCost {
  std::size_t count = 0;
  std::size_t byteSize = 0;
};

/// The cost of opening a scene, as far as the files say it. All variants are counted; clips and
/// textures are not.
struct OpenCost {
  std::string problem;  ///< A sentence that says why the root layer cannot be read; else empty.
  std::size_t rootBytes = 0;
  LayerCost always;      ///< Layers other than the root layer that are needed without payloads.
  LayerCost ofPayloads;  ///< Layers that only payloads need.
  std::size_t missingCount = 0;
  bool isComplete = true;  ///< False if there are more layers than were looked at.
};

/// Follows the arcs of a scene without composing it. Looks at a bounded number of layers, for a
/// bounded time, and not into text layers that are very large. Reads files, on any thread. When
/// stopped, returns what is known so far.
OpenCost computeOpenCost(const Environment& environment, const std::string& file,
                         const std::stop_token& stop);

/// Returns one or two sentences: "The root layer has 12 KB; 34 more layers have 1.2 MB. …".
std::string openCostText(const OpenCost& cost);

/// Returns "12 KB", "3.4 GB".
std::string byteSizeText(std::size_t byteSize);

}  // namespace usdscope
