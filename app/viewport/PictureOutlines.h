// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "app/session/Session.h"
#include "app/viewport/ViewportMarks.h"

namespace usdscope {

/// A prim that is shown in the picture while the user points at it, or at its name.
struct PointedPrim {
  std::optional<PickedPrim> inPicture;  ///< Under the pointer: a faint outline.
  std::optional<PickedPrim> inList;     ///< A row of a list: a strong outline, and no other.
};

/// Returns the selected prims and instances, for outlines that have no others.
Outlines selectedOutlines(const Selection& selection);

/// Returns the outlines of the picture: selected, marked and pointed prims.
Outlines pictureOutlines(const Session& session, const ViewportMarks& marks,
                         const PointedPrim& pointed);

}  // namespace usdscope
