// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/session/Session.h"
#include "app/session/view/PickMode.h"

namespace usdscope {

/// Returns the selection after the user has picked prims. New prims come first. A prim of which
/// single instances are selected stays selected until the last of them is not.
Selection afterPicking(const Selection& selection, const std::vector<PickedPrim>& picked,
                       SelectionChange change);

/// Returns the instances that belong to selected prims.
std::vector<ChosenInstance> keepInstancesOf(const std::vector<Path>& prims,
                                            std::vector<ChosenInstance> instances);

/// Returns what is selected in a sentence for the status line.
std::string selectionText(const Selection& selection);

}  // namespace usdscope
