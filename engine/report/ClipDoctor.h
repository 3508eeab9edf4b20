// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/ClipReport.h"

namespace usdscope {

/// Checks the metadata of a prim's clip sets, before any clip is opened: incomplete sets, invalid
/// numbers, templates with missing files, offsets of different layers. `faults` are those that
/// composeClipSets() has found.
void checkClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                       std::vector<ClipFault> faults, std::vector<ClipFinding>& findings);

/// Checks a clip set against its files, its manifest and the stage. Opens all clips.
void checkClips(const Prim& prim, const ClipSetReport& set, std::vector<ClipFinding>& findings);

/// Reports references and payloads to a descendant of a prim with clips. The clips do not come
/// through such an arc.
void checkSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings);

/// "3 clips", "1 clip": a count with its noun.
std::string counted(std::size_t count, std::string_view noun);

}  // namespace usdscope
