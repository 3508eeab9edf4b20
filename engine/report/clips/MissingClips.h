// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/resolve/Interpolation.h"

namespace usdscope {

class ClipSet;

/// Whether some value of a clip set at a stage time would be another one if all files of the set
/// could be read: the manifest or the clip that plays cannot, or a clip up to whose start a value
/// is interpolated. If the set interpolates missing values, also a clip that is passed over. All
/// attributes that the manifest declares count, also those that no prim of the stage has; without a
/// manifest file, those of the clip that plays. `interpolation` is that of the stage. Opens the
/// clips that values at this time need.
bool lacksClipFile(const ClipSet& set, double stageTime, InterpolationType interpolation);

}  // namespace usdscope
