// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "app/session/view/PickMode.h"

namespace usdscope {

class Session;

/// When selected prims have an outline in the picture.
enum class SelectionHighlight : std::uint8_t { Never, OnlyWhenPaused, Always };
/// usdview's colours; yellow is the gold that selections have in all panes.
enum class HighlightColor : std::uint8_t { Yellow, White, Cyan };

/// How the user selects in the picture, and how selections look there. Kept for each user.
struct PickSettings {
  PickMode mode = PickMode::Prims;
  /// usdview's default is OnlyWhenPaused, because its selection colours the surfaces. An outline
  /// leaves them as they are, and leads the eye to the moving prim.
  SelectionHighlight highlight = SelectionHighlight::Always;
  HighlightColor color = HighlightColor::Yellow;
  bool operator==(const PickSettings&) const = default;
};

/// The colour as display values.
glm::vec3 displayColorOf(HighlightColor color);

/// Sets the settings as the user left them, and keeps them when they change.
void keepPickSettings(Session& session);

}  // namespace usdscope
