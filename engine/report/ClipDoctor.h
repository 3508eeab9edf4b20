// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/ClipReport.h"

namespace usdscope {

/// What is wrong with the metadata of a prim's clip sets, before any clip is opened: incomplete
/// sets, numbers out of range, templates with holes, offsets of different layers.
void examineClipMetadata(const Prim& prim, const std::vector<ClipSetReport>& sets,
                         std::vector<ClipFinding>& findings);

/// What is wrong between a clip set, its files, its manifest and the stage.
void examineClips(const Prim& prim, const ClipSetReport& set, std::vector<ClipFinding>& findings);

/// References to a prim below one that has clips, which do not come along.
void examineSubRootArcs(const Prim& prim, std::vector<ClipFinding>& findings);

/// "3 clips", "1 clip": a count with its noun.
std::string counted(std::size_t count, std::string_view noun);

}  // namespace usdscope
