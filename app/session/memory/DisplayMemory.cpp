// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/DisplayMemory.h"

#include <QColor>
#include <QSettings>
#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "engine/render/DisplayColor.h"

namespace usdscope {
namespace {

struct Flag {
  const char* key;
  bool DisplaySettings::* member;
};
constexpr Flag kSceneFlags[] = {
    {"cageWires", &DisplaySettings::cageWires},
    {"cullBackfaces", &DisplaySettings::cullBackfaces},
    {"sceneMaterials", &DisplaySettings::sceneMaterials},
    {"cameraLight", &DisplaySettings::cameraLight},
    {"domeLight", &DisplaySettings::domeLight},
    {"sceneLights", &DisplaySettings::sceneLights},
    {"shadows", &DisplaySettings::shadows},
    {"ambientOcclusion", &DisplaySettings::ambientOcclusion},
    {"domeBackground", &DisplaySettings::domeBackground},
    {"boxes", &DisplaySettings::boxes},
    {"comparesExtents", &DisplaySettings::comparesExtents},
    {"maskOutline", &DisplaySettings::maskOutline},
    {"reticlesInside", &DisplaySettings::reticlesInside},
    {"reticlesOutside", &DisplaySettings::reticlesOutside},
    {"cameraOracles", &DisplaySettings::cameraOracles},
};
constexpr Flag kHabitFlags[] = {
    {"display/alignedBox", &DisplaySettings::alignedBox},
    {"display/orientedBox", &DisplaySettings::orientedBox},
    {"display/boxesInPlayback", &DisplaySettings::boxesInPlayback},
    {"display/hudSubtree", &DisplaySettings::hudSubtree},
    {"display/hudCamera", &DisplaySettings::hudCamera},
    {"display/hudPerformance", &DisplaySettings::hudPerformance},
    {"display/hudDevice", &DisplaySettings::hudDevice},
};
struct ColorHabit {
  const char* key;
  glm::vec3 DisplaySettings::* member;
};
constexpr ColorHabit kHabitColors[] = {
    {"display/maskColor", &DisplaySettings::maskColor},
    {"display/reticleColor", &DisplaySettings::reticleColor},
};
constexpr const char* kBackgroundKey = "display/background";

// The texts of enumerations, in their order.
constexpr const char* kComplexities[] = {"low", "medium", "high", "veryHigh"};
constexpr const char* kMasks[] = {"none", "partial", "full"};
constexpr const char* kShadowEdges[] = {"hard", "soft", "fine"};
constexpr const char* kColors[] = {"sRGB", "openColorIO", "disabled"};
constexpr const char* kBackgrounds[] = {"standard", "black", "darkGrey", "lightGrey", "white"};

struct SceneText {
  const char* key;
  std::string DisplaySettings::* member;
};
constexpr SceneText kSceneTexts[] = {{"ocioDisplay", &DisplaySettings::ocioDisplay},
                                     {"ocioView", &DisplaySettings::ocioView},
                                     {"ocioColorSpace", &DisplaySettings::ocioColorSpace},
                                     {"ocioLooks", &DisplaySettings::ocioLooks}};

template <typename Enum, std::size_t Count>
Enum valueOf(const char* const (&names)[Count], const std::string& name) {
  const auto* const found = std::ranges::find(names, name);
  if (found == std::end(names)) throw std::out_of_range("There is no such name.");
  return static_cast<Enum>(found - std::begin(names));
}

QString textOf(const glm::vec3& color) {
  return QColor::fromRgbF(color.x, color.y, color.z).name();
}

}  // namespace

glm::vec3 colorOf(BackgroundColor background) {
  switch (background) {
    case BackgroundColor::Standard:
      return {0.118f, 0.122f, 0.133f};
    case BackgroundColor::Black:
      return glm::vec3(0.0f);
    case BackgroundColor::DarkGrey:
      return displayFromLinear(glm::vec3(0.07074f));
    case BackgroundColor::LightGrey:
      return displayFromLinear(glm::vec3(0.45626f));
    case BackgroundColor::White:
      return glm::vec3(1.0f);
  }
  return {};
}

void takeSceneDisplay(DisplaySettings& to, const DisplaySettings& from) {
  to.complexity = from.complexity;
  to.mask = from.mask;
  to.shadowEdges = from.shadowEdges;
  to.inspection = from.inspection;
  to.exposure = from.exposure;
  to.gamma = from.gamma;
  to.colors = from.colors;
  for (const SceneText& text : kSceneTexts) to.*text.member = from.*text.member;
  for (const Flag& flag : kSceneFlags) to.*flag.member = from.*flag.member;
}

Json displayToJson(const DisplaySettings& display) {
  Json json = {{"complexity", kComplexities[std::size_t(display.complexity)]},
               {"mask", kMasks[std::size_t(display.mask)]},
               {"shadowEdges", kShadowEdges[std::size_t(display.shadowEdges)]},
               {"inspection", nameOf(display.inspection)},
               {"exposure", display.exposure},
               {"gamma", display.gamma},
               {"colors", kColors[std::size_t(display.colors)]}};
  for (const SceneText& text : kSceneTexts) json[text.key] = display.*text.member;
  for (const Flag& flag : kSceneFlags) json[flag.key] = display.*flag.member;
  return json;
}

DisplaySettings displayFromJson(const Json& json) {
  DisplaySettings display;
  display.complexity = valueOf<Complexity>(kComplexities, json.at("complexity").get<std::string>());
  display.mask = valueOf<CameraMask>(kMasks, json.at("mask").get<std::string>());
  // An older version may have written fewer settings.
  display.shadowEdges =
      valueOf<ShadowEdges>(kShadowEdges, json.value("shadowEdges", std::string("hard")));
  const auto view = inspectionViewNamed(json.value("inspection", std::string("none")));
  if (!view) throw std::out_of_range("There is no such view.");
  display.inspection = *view;
  display.exposure =
      std::clamp(json.value("exposure", display.exposure), -kMostExposure, kMostExposure);
  display.gamma = std::clamp(json.value("gamma", display.gamma), kLeastGamma, kMostGamma);
  // Earlier, colours were sRGB or disabled.
  const char* const usual = json.value("colorManagement", true) ? "sRGB" : "disabled";
  display.colors = valueOf<ColorManagement>(kColors, json.value("colors", std::string(usual)));
  for (const SceneText& text : kSceneTexts) {
    display.*text.member = json.value(text.key, std::string());
  }
  for (const Flag& flag : kSceneFlags) {
    if (json.contains(flag.key)) display.*flag.member = json.at(flag.key).get<bool>();
  }
  return display;
}

DisplaySettings storedDisplayHabits() {
  DisplaySettings display;
  const QSettings settings;
  for (const Flag& flag : kHabitFlags) {
    display.*flag.member = settings.value(flag.key, display.*flag.member).toBool();
  }
  for (const ColorHabit& habit : kHabitColors) {
    const QColor color(settings.value(habit.key).toString());
    if (!color.isValid()) continue;
    display.*habit.member =
        glm::vec3(float(color.redF()), float(color.greenF()), float(color.blueF()));
  }
  const std::string background = settings.value(kBackgroundKey).toString().toStdString();
  const auto* const found = std::ranges::find(kBackgrounds, background);
  if (found != std::end(kBackgrounds)) {
    display.background = static_cast<BackgroundColor>(found - std::begin(kBackgrounds));
  }
  return display;
}

void storeDisplayHabits(const DisplaySettings& display, const DisplaySettings& before) {
  QSettings settings;
  for (const Flag& flag : kHabitFlags) {
    if (display.*flag.member == before.*flag.member) continue;
    settings.setValue(flag.key, display.*flag.member);
  }
  for (const ColorHabit& habit : kHabitColors) {
    if (display.*habit.member == before.*habit.member) continue;
    settings.setValue(habit.key, textOf(display.*habit.member));
  }
  if (display.background == before.background) return;
  settings.setValue(kBackgroundKey, kBackgrounds[std::size_t(display.background)]);
}

}  // namespace usdscope
