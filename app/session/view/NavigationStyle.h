// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace usdscope {

/// The program whose habits the pointer follows in the viewport.
enum class NavigationStyle : std::uint8_t { Usdscope, Maya, Blender, Houdini, Touchpad, Fly };

/// Returns the name of a style in scripts and settings.
std::string_view nameOf(NavigationStyle style);
/// Returns the style with a name; empty when there is none.
std::optional<NavigationStyle> navigationOf(std::string_view name);

/// Returns the style that the user chose last, from the settings.
NavigationStyle rememberedNavigation();
void rememberNavigation(NavigationStyle style);

}  // namespace usdscope
