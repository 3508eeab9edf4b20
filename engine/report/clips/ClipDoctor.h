// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// An entry of a clip set, and the strongest layer that authors it.
struct AuthoredClipEntry {
  Value value;
  std::string layer;  ///< Identifier.
  LayerOffset stageFromLayer;
};
/// Set name → key → strongest opinion.
using AuthoredClipSets = std::map<std::string, std::map<std::string, AuthoredClipEntry>>;

/// Returns the entries of all clip sets that layers author on a prim.
AuthoredClipSets authoredClipSets(const Prim& prim);

/// Fills in the lane and the declared attributes of a report that has its set. The lane has no
/// gaps, and a file that exists counts as readable, until checkClips() has read the clips. Without
/// `mayOpenClips`, does not generate a manifest, which opens all clips.
void addClips(ClipSetReport& report, const AssetResolver& resolver, bool mayOpenClips,
              const std::stop_token& stop);

/// Checks the metadata of a prim's clip sets, before any clip is opened: incomplete sets, invalid
/// numbers, templates with missing files, offsets of different layers. `faults` are the faults that
/// composeClipSets() has found, `authored` the entries of the sets.
void checkClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                       const AuthoredClipSets& authored, std::vector<ClipFault> faults,
                       std::vector<ClipFinding>& findings);

/// Checks that a clip set agrees with its files, its manifest and the stage, and completes its
/// lane. Reads each file that can be read once, after the manifest, and keeps only the first in
/// memory. When stopped, the lane has what was read until then, and the findings are incomplete.
void checkClips(const Prim& prim, ClipSetReport& set, const std::stop_token& stop,
                const ClipReading& reading, std::vector<ClipFinding>& findings);

/// Finds where `times` plays clips backwards or, with `opensClips`, stops them while the stage
/// plays. Opens the clips that stand still.
void checkClipTimes(const Prim& prim, const ClipSetReport& set, bool opensClips,
                    std::vector<ClipFinding>& findings);

/// Reports references and payloads to a descendant of a prim with clips: the clips do not apply
/// across such an arc.
void checkSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings);

}  // namespace usdscope
