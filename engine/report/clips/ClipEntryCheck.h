// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// A value that an entry of a clip set may get.
struct WantedClipEntry {
  std::string set;
  std::string key;  ///< "active", "times", …
  Value value;
  LayerOffset stageFromLayer;  ///< The time of the layer that would author it.
};

/// Returns the findings that the clip doctor would have in addition if the prim's set had this
/// entry, as its strongest opinion. Composes nothing. Opens the clips of the set, unless it has
/// more than 200; then it checks only the metadata and the order of `times`. Empty if the prim
/// authors no such set. The findings are incomplete when stopped.
std::vector<ClipFinding> checkClipEntry(const Prim& prim, const WantedClipEntry& wanted,
                                        const std::stop_token& stop = {});

}  // namespace usdscope
