// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "engine/report/ClipReport.h"

namespace usdscope {

/// Checks the metadata of a prim's clip sets, before any clip is opened: incomplete sets, invalid
/// numbers, templates with missing files, offsets of different layers. `faults` are the faults that
/// composeClipSets() has found.
void checkClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                       std::vector<ClipFault> faults, std::vector<ClipFinding>& findings);

/// Checks that a clip set agrees with its files, its manifest and the stage. Opens all clips. The
/// findings are incomplete when stopped.
void checkClips(const Prim& prim, const ClipSetReport& set, const std::stop_token& stop,
                std::vector<ClipFinding>& findings);

/// Finds where `times` plays clips backwards or stops them while the stage plays. Opens the clips
/// that stand still.
void checkClipTimes(const Prim& prim, const ClipSetReport& set, std::vector<ClipFinding>& findings);

/// Reports references and payloads to a descendant of a prim with clips: the clips do not apply
/// across such an arc.
void checkSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings);

}  // namespace usdscope
