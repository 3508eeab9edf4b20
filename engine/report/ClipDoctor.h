// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/base/Counted.h"
#include "engine/report/ClipReport.h"

namespace usdscope {

/// Checks the metadata of a prim's clip sets, before any clip is opened: incomplete sets, invalid
/// numbers, templates with missing files, offsets of different layers. `faults` are the faults that
/// composeClipSets() has found.
void checkClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                       std::vector<ClipFault> faults, std::vector<ClipFinding>& findings);

/// Checks that a clip set agrees with its files, its manifest and the stage. Opens all clips.
void checkClips(const Prim& prim, const ClipSetReport& set, std::vector<ClipFinding>& findings);

/// Reports references and payloads to a descendant of a prim with clips: the clips do not apply
/// across such an arc.
void checkSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings);

}  // namespace usdscope
