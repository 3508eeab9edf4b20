// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <vector>

#include "app/session/Session.h"

namespace usdscope {

/// Opens a menu at a point of the screen, and sets the draw mode that the user chooses for all
/// prims as one edit. The mode `current` is checked.
void popUpDrawModes(Session& session, const std::vector<Path>& prims, const QString& current,
                    const QPoint& at);

}  // namespace usdscope
