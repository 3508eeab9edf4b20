// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/NavigationStyle.h"

#include <QSettings>
#include <algorithm>
#include <array>

namespace usdscope {
namespace {

constexpr const char* kKey = "camera/navigation";
// In the order of the enumeration.
constexpr std::array<std::string_view, 6> kNames = {"usdscope", "maya",     "blender",
                                                    "houdini",  "touchpad", "fly"};

}  // namespace

std::string_view nameOf(NavigationStyle style) { return kNames.at(std::size_t(style)); }

std::optional<NavigationStyle> navigationOf(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return NavigationStyle(found - kNames.begin());
}

NavigationStyle rememberedNavigation() {
  const std::string name = QSettings().value(kKey).toString().toStdString();
  return navigationOf(name).value_or(NavigationStyle::Usdscope);
}

void rememberNavigation(NavigationStyle style) {
  const std::string_view name = nameOf(style);
  QSettings().setValue(kKey, QString::fromLatin1(name.data(), qsizetype(name.size())));
}

}  // namespace usdscope
