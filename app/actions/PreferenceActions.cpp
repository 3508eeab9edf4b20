// SPDX-License-Identifier: Apache-2.0
#include "app/actions/PreferenceActions.h"

#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/actions/KeyMap.h"
#include "app/session/memory/ClipBudget.h"
#include "app/session/memory/Preferences.h"

namespace usdscope {
namespace {

const PreferenceValues& valuesOf(const ActionContext& c) {
  return c.session.preferences().values.value();
}

ActionProblem chooseTheme(const ActionContext& c, const Arguments& arguments) {
  const std::string name = arguments.empty() ? std::string() : arguments[0];
  if (name != "dark" && name != "light" && name != "desktop") {
    return "Expected dark, light or desktop.";
  }
  c.session.preferences().change([&](PreferenceValues& v) {
    v.followsDesktop = name == "desktop";
    v.isLight = name == "light";
  });
  return {};
}

bool isLight(const ActionContext& c) { return valuesOf(c).isLight; }
ActionProblem toggleLight(const ActionContext& c, const Arguments&) {
  return chooseTheme(c, {isLight(c) ? "dark" : "light"});
}

ActionProblem setFontSize(const ActionContext& c, const Arguments& arguments) {
  const auto size = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  const bool isSize = size && *size >= kLeastFontSize && *size <= kMostFontSize;
  if (!isSize || *size != std::floor(*size)) return "Expected a whole number from 8 to 24.";
  c.session.preferences().change([&](PreferenceValues& v) { v.fontSize = int(*size); });
  return {};
}

template <int Step>
bool mayStepFont(const ActionContext& c) {
  const int size = valuesOf(c).fontSize + Step;
  return size >= kLeastFontSize && size <= kMostFontSize;
}
template <int Step>
ActionProblem stepFont(const ActionContext& c, const Arguments&) {
  c.session.preferences().change([](PreferenceValues& v) { v.fontSize += Step; });
  return {};
}

ActionProblem setScale(const ActionContext& c, const Arguments& arguments) {
  const auto scale = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  if (!scale || !(*scale >= 1.0 && *scale <= kMostUiScale)) return "Expected a factor from 1 to 2.";
  c.session.preferences().change([&](PreferenceValues& v) { v.uiScale = *scale; });
  return {};
}

ActionProblem setClipBudget(const ActionContext& c, const Arguments& arguments) {
  const auto size = arguments.empty() ? std::nullopt : numberOf(arguments[0]);
  const bool isSize = size && *size >= kLeastClipMemory && *size <= kMostClipMemory;
  if (!isSize || *size != std::floor(*size)) return "Expected a whole number of MiB, 16 or more.";
  ClipBudget::of(c.session).set(int(*size));
  return {};
}

ActionProblem chooseKeyMap(const ActionContext& c, const Arguments& arguments) {
  const std::string name = arguments.empty() ? std::string() : arguments[0];
  if (name != "usdview" && name != "review") return "Expected usdview or review.";
  c.session.preferences().change([&](PreferenceValues& v) {
    v.keyMap = name == "review" ? KeyMapKind::Review : KeyMapKind::Usdview;
  });
  return {};
}

// `shortcut bones Shift+B replace`; without keys, the action loses its keys.
ActionProblem setShortcut(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty() || arguments.size() > 3) return "Expected an action and its keys.";
  const ActionRow* row = findAction(arguments[0]);
  if (!row || !row->run) return "There is no action " + arguments[0] + ".";
  const bool isReplacing = arguments.size() == 3;
  if (isReplacing && arguments[2] != "replace") return arguments[2] + " is not \"replace\".";
  const std::string keys = arguments.size() > 1 ? arguments[1] : std::string();
  return setShortcuts(c.session.preferences(), *row, keys, isReplacing);
}

bool hasOwnKeys(const ActionContext& c) { return !valuesOf(c).keys.empty(); }

ActionProblem resetShortcuts(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() > 1) return "Expected one action, or none for all of them.";
  if (!arguments.empty() && !findAction(arguments[0])) {
    return "There is no action " + arguments[0] + ".";
  }
  if (!arguments.empty()) {
    const ActionRow& row = *findAction(arguments[0]);
    return setShortcuts(c.session.preferences(), row, usualShortcut(row, valuesOf(c).keyMap),
                        false);
  }
  c.session.preferences().change([](PreferenceValues& v) { v.keys.clear(); });
  return {};
}

ActionProblem resetPreferences(const ActionContext& c, const Arguments&) {
  c.session.preferences().change([](PreferenceValues& v) { v = {}; });
  ClipBudget::of(c.session).set(kUsualClipMemory);
  c.session.changeView([](ViewSettings& view) { view.safeColors = false; });
  return {};
}

constexpr ActionRow kPreferenceRows[] = {
    {"-", "Edit", "", "", "", always, nullptr, nullptr},
    {"preferences", "Edit", "Preferences…", "Ctrl+,", "", always, nullptr,
     [](const ActionContext& c, const Arguments&) {
       c.window.showPreferences();
       return ActionProblem();
     }},
    {"theme", "", "Theme", "", "dark|light|desktop", always, nullptr, chooseTheme},
    {"lightTheme", "View", "Light Theme", "", "", always, isLight, toggleLight},
    {"fontSize", "", "Font Size", "", "SIZE", always, nullptr, setFontSize},
    {"largerFont", "", "Larger Font", "", "", mayStepFont<1>, nullptr, stepFont<1>},
    {"smallerFont", "", "Smaller Font", "", "", mayStepFont<-1>, nullptr, stepFont<-1>},
    {"uiScale", "", "Scale of the Window", "", "FACTOR", always, nullptr, setScale},
    {"clipBudget", "", "Memory for Value Clips", "", "MIB", always, nullptr, setClipBudget},
    {"keyMap", "", "Key Map", "", "usdview|review", always, nullptr, chooseKeyMap},
    {"shortcut", "", "Keys of an Action", "", "ACTION [KEYS] [replace]", always, nullptr,
     setShortcut},
    {"resetShortcuts", "", "Usual Keys", "", "[ACTION]", hasOwnKeys, nullptr, resetShortcuts},
    {"resetPreferences", "", "Usual Preferences and Keys", "", "", always, nullptr,
     resetPreferences},
};

}  // namespace

std::span<const ActionRow> preferenceActionRows() { return kPreferenceRows; }

}  // namespace usdscope
