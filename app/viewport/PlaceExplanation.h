// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace usdscope {

class Picking;
class Session;

/// Explains prims of a picture when Inspection::placeWanted asks for it, as long as `picture`
/// lives. Requires: `picking` finds prims of this picture, and lives as long. GUI thread only.
void explainPlaces(Session& session, Picking& picking, QWidget& picture);

}  // namespace usdscope
