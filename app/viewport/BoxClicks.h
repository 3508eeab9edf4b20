// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace usdscope {

class Picking;
class Session;

/// Loads the payload of a prim when its box in the picture is double-clicked, as long as `picture`
/// lives. Requires: `picking` finds prims of this picture, and lives as long. GUI thread only.
void loadBoxesOnDoubleClick(Session& session, Picking& picking, QWidget& picture);

}  // namespace usdscope
