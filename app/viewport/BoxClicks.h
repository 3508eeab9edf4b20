// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <functional>

class QWidget;

namespace usdscope {

class Picking;
class Session;

/// Loads the payload of a prim when its box in the picture of `widget` is double-clicked, as long
/// as `widget` lives. A double click that becomes a drag loads nothing. `origin` returns the place
/// of the picture in the widget; null if that is always the corner. Requires: `picking` finds prims
/// of this picture, and lives as long. GUI thread only.
void loadBoxesOnDoubleClick(Session& session, Picking& picking, QWidget& widget,
                            std::function<QPoint()> origin = {});

}  // namespace usdscope
