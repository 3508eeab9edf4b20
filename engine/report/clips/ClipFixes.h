// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/layer/LayerEdit.h"
#include "engine/report/clips/ClipReport.h"

namespace usdscope {

/// The safe correction of a finding in value clips: an entry of a clip set, or edits of a layer.
struct ClipFix {
  Path prim;  ///< The prim that has the set.
  std::string set;
  std::string key;  ///< The entry: "primPath", …; empty if a layer is edited instead.
  Value value;
  std::string layer;  ///< The identifier of the layer to edit; empty for an entry.
  std::vector<LayerEdit> edits;
  std::string sentence;  ///< "Set primPath to /Walk, which all clips have".
};

/// The correction of a finding, or the reason why there is none.
struct ClipFixResult {
  std::optional<ClipFix> fix;
  std::string refusal;  ///< A sentence; empty if there is a fix.
};

/// Returns what the correction of findings with this id does: "Correct primPath"; empty if they
/// have none. A correction may still turn out to be impossible. Opens nothing.
std::string_view clipFixName(std::string_view findingId);

/// Returns the id of findings that have a correction and the name of this error in the rule
/// `usdscope:ValueClips`: "gap" for "Gap"; empty if there is none.
std::string clipFindingWithFix(std::string_view errorName);

/// Finds the correction of a finding of the stage:
/// - "gap": missing values are interpolated between the clips around them.
/// - "no-prim-in-clip" and "empty-manifest": `primPath` becomes the one prim at the root of all
///   clips, or their default prim, if the manifest has that prim too.
/// - "not-in-manifest": the manifest declares all attributes that have samples in some clip, with
///   the type of the first clip that has them. It declares no attribute that the stage lacks, and
///   none whose value on the stage would be blocked by clips without samples of them.
///
/// Reads clips, and keeps none of those that it reads as a whole. Changes nothing.
ClipFixResult findClipFix(const Stage& stage, const ClipFinding& finding,
                          const std::stop_token& stop = {});

}  // namespace usdscope
