// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/check/Finding.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The layer that fixes are written to.
enum class FixTarget : std::uint8_t {
  Opinion,      ///< To the layer that has the faulty opinion.
  SessionLayer  ///< To the session layer, as overrides with stage paths and stage times.
};

/// The safe correction of a finding: edits of one layer.
struct Fix {
  std::string layer;  ///< Identifier.
  std::vector<LayerEdit> edits;
  std::string sentence;  ///< Describes the change: "The extent of </A> is computed anew."
};

struct FixResult {
  std::vector<Fix> fixes;             ///< In the order of the findings, each edit once.
  std::vector<std::string> refusals;  ///< Sentences: which fault stays, and why.
};

/// Finds corrections for the findings that have a safe one, one that follows from the rest of the
/// scene:
/// - `MissingMaterialBindingAPI` and `MissingSkelBindingAPI`: the API schema is applied where the
///   properties are authored. (UsdUtils FixBrokenPixarSchemas.)
/// - `MissingExtent` and `WrongExtent`: the extent is computed at all samples, and written to the
///   strongest layer that has the extent or the shape. (UsdGeomBoundable.)
/// - `UnsortedInfluences` and `UnnormalizedWeights`: constant influences are sorted by weight, and
///   divided by their sum. (UsdSkelSortInfluences, UsdSkelNormalizeWeights.)
/// - `FramesPerSecondAsRate`: the layer gets the rate that it has as its timeCodesPerSecond.
///
/// Units, axes, default prims, files and ranges are not guessed. Changes nothing itself. `findings`
/// are those of check() on this stage.
FixResult findFixes(const Stage& stage, const Findings& findings,
                    FixTarget target = FixTarget::Opinion);

}  // namespace usdscope
