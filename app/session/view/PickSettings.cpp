// SPDX-License-Identifier: Apache-2.0
#include "app/session/view/PickSettings.h"

#include <QSettings>
#include <array>

#include "app/session/Session.h"

namespace usdscope {
namespace {

// The names of the values of an enumeration, in their order.
template <std::size_t Count>
using Names = std::array<const char*, Count>;

constexpr const char* kModeKey = "picking/mode";
constexpr const char* kHighlightKey = "picking/highlight";
constexpr const char* kColorKey = "picking/color";
constexpr Names<4> kModes = {"prims", "models", "instances", "prototypes"};
constexpr Names<3> kHighlights = {"never", "onlyWhenPaused", "always"};
constexpr Names<3> kColors = {"yellow", "white", "cyan"};

template <typename Enum, std::size_t Count>
void read(const QSettings& settings, const char* key, const Names<Count>& names, Enum& value) {
  const QString stored = settings.value(key).toString();
  for (std::size_t i = 0; i < Count; ++i) {
    if (stored == QLatin1String(names[i])) value = static_cast<Enum>(i);
  }
}

template <typename Enum, std::size_t Count>
void write(QSettings& settings, const char* key, const Names<Count>& names, Enum value) {
  settings.setValue(key, QString::fromLatin1(names[static_cast<std::size_t>(value)]));
}

}  // namespace

glm::vec3 displayColorOf(HighlightColor color) {
  switch (color) {
    case HighlightColor::Yellow:
      break;
    case HighlightColor::White:
      return glm::vec3(0.95f);
    case HighlightColor::Cyan:
      return {0.20f, 0.90f, 0.90f};
  }
  return Outlines().selectionColor;
}

void keepPickSettings(Session& session) {
  PickSettings kept;
  const QSettings settings;
  read(settings, kModeKey, kModes, kept.mode);
  read(settings, kHighlightKey, kHighlights, kept.highlight);
  read(settings, kColorKey, kColors, kept.color);
  session.changeView([&](ViewSettings& view) { view.picking = kept; });
  session.view.observe(&session, [kept](const ViewSettings& view) mutable {
    if (view.picking == kept) return;
    kept = view.picking;
    QSettings stored;
    write(stored, kModeKey, kModes, kept.mode);
    write(stored, kHighlightKey, kHighlights, kept.highlight);
    write(stored, kColorKey, kColors, kept.color);
  });
}

}  // namespace usdscope
