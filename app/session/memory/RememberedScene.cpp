// SPDX-License-Identifier: Apache-2.0
#include "app/session/memory/RememberedScene.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/session/document/StageStateText.h"
#include "app/session/memory/DisplayMemory.h"
#include "engine/base/Json.h"

namespace usdscope {
namespace {

constexpr int kSceneVersion = 1;
constexpr std::int64_t kMostElements = std::int64_t(1) << 48;
constexpr std::int64_t kMostSteps = 1000;

struct ViewFlag {
  const char* key;
  bool ViewSettings::* member;
};
constexpr ViewFlag kPictureFlags[] = {
    {"render", &ViewSettings::showRender},
    {"proxy", &ViewSettings::showProxy},
    {"guides", &ViewSettings::showGuides},
    {"grid", &ViewSettings::showGrid},
    {"hud", &ViewSettings::showHud},
    {"bonesOfSelected", &ViewSettings::bonesOfSelected},
    {"jointNames", &ViewSettings::showJointNames},
    {"jointAxes", &ViewSettings::showJointAxes},
};
struct ShownFlag {
  const char* key;
  bool ShownPrims::* member;
};
constexpr ShownFlag kShownFlags[] = {
    {"inactive", &ShownPrims::inactive},         {"undefined", &ShownPrims::undefined},
    {"abstract", &ShownPrims::abstract},         {"prototypes", &ShownPrims::prototypes},
    {"displayNames", &ShownPrims::displayNames},
};

// The texts of enumerations, in their order.
using Names = std::vector<std::string>;
const Names kShadings = {"smooth",   "flat",       "wireframe", "wireframeOnSurface",    "points",
                         "geomOnly", "geomSmooth", "geomFlat",  "hiddenSurfaceWireframe"};
const Names kBones = {"off", "shown", "xRay"};
const Names kOrders = {"composed", "alphabetical", "namespace", "schema"};
const Names kPaces = {"realTime", "everyFrame"};
const Names kClippings = {"fit", "kept", "set"};
const Names kLoops = {"once", "loop", "pingPong"};

template <typename Enum>
std::string nameOf(const Names& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}
// Throws std::out_of_range, as the library of JSON does, when there is no such name.
template <typename Enum>
Enum valueOf(const Names& names, const Json& json) {
  const auto found = std::ranges::find(names, json.get<std::string>());
  if (found == names.end()) throw std::out_of_range("There is no such name.");
  return static_cast<Enum>(found - names.begin());
}

Json pathsToJson(const std::vector<Path>& paths) {
  Json texts = Json::array();
  for (const Path path : paths) texts.push_back(path.text());
  return texts;
}
std::vector<Path> pathsFromJson(const Json& json) {
  std::vector<Path> paths;
  for (const Json& text : json) {
    const Path path = Path::fromText(text.get<std::string>());
    if (!path.isEmpty()) paths.push_back(path);
  }
  return paths;
}

Json pairToJson(const std::optional<std::pair<double, double>>& pair) {
  const bool isFinite = pair && std::isfinite(pair->first) && std::isfinite(pair->second);
  return isFinite ? Json::array({pair->first, pair->second}) : Json();
}
std::optional<std::pair<double, double>> pairFromJson(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return std::pair(json.at(0).get<double>(), json.at(1).get<double>());
}

// Large numbers in the text must not overflow.
std::int64_t wholeFromJson(const Json& json, std::int64_t most) {
  return static_cast<std::int64_t>(std::clamp(json.get<double>(), 0.0, double(most)));
}

// 24 is a frame, {"before": 24} its left limit, and null the default time.
Json timeToJson(TimeCode time) {
  if (time.isDefault()) return {};
  return time.isPreTime() ? Json({{"before", time.time()}}) : Json(time.time());
}
TimeCode timeFromJson(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_object()) return TimeCode::preTime(json.at("before").get<double>());
  return {json.get<double>()};
}

Json lensToJson(const CameraLens& lens) {
  return {{"orthographic", lens.isOrthographic},
          {"fov", lens.verticalFovRadians},
          {"size", lens.verticalSize},
          {"shift", {lens.shift.x, lens.shift.y}},
          {"clipping", nameOf(kClippings, lens.clipping)},
          {"planes", {lens.nearPlane, lens.farPlane}}};
}
CameraLens lensFromJson(const Json& json) {
  CameraLens lens;
  lens.isOrthographic = json.at("orthographic").get<bool>();
  lens.verticalFovRadians = json.at("fov").get<double>();
  lens.verticalSize = json.at("size").get<double>();
  lens.shift = {json.at("shift").at(0).get<double>(), json.at("shift").at(1).get<double>()};
  lens.clipping = valueOf<Clipping>(kClippings, json.at("clipping"));
  lens.nearPlane = json.at("planes").at(0).get<double>();
  lens.farPlane = json.at("planes").at(1).get<double>();
  return lens;
}

// JSON has no infinite numbers.
Json cameraToJson(const std::optional<FreeCamera>& camera) {
  if (!camera || !isUsable(*camera)) return {};
  return {{"focus", {camera->focus.x, camera->focus.y, camera->focus.z}},
          {"distance", camera->distance},
          {"yaw", camera->yawDegrees},
          {"pitch", camera->pitchDegrees},
          {"roll", camera->rollDegrees},
          {"lens", lensToJson(camera->lens)}};
}
// Files of older versions have no roll and no lens.
std::optional<FreeCamera> cameraFromJson(const Json& json) {
  if (json.is_null()) return std::nullopt;
  FreeCamera camera;
  const Json& focus = json.at("focus");
  for (int i = 0; i < 3; ++i) camera.focus[i] = focus.at(std::size_t(i)).get<double>();
  camera.distance = json.at("distance").get<double>();
  camera.yawDegrees = json.at("yaw").get<double>();
  camera.pitchDegrees = json.at("pitch").get<double>();
  if (json.contains("roll")) camera.rollDegrees = json.at("roll").get<double>();
  if (json.contains("lens")) camera.lens = lensFromJson(json.at("lens"));
  return isUsable(camera) ? std::optional(camera) : std::nullopt;
}

Json viewToJson(const ViewSettings& view) {
  Json json = {
      {"camera", view.camera.text()},        {"shading", nameOf(kShadings, view.shading)},
      {"bones", nameOf(kBones, view.bones)}, {"propertyOrder", nameOf(kOrders, view.propertyOrder)},
      {"authoredOnly", view.authoredOnly},   {"display", displayToJson(view.display)}};
  for (const ViewFlag& flag : kPictureFlags) json[flag.key] = view.*flag.member;
  for (const ShownFlag& flag : kShownFlags) json[flag.key] = view.shownPrims.*flag.member;
  return json;
}
ViewSettings viewFromJson(const Json& json) {
  ViewSettings view;
  view.camera = Path::fromText(json.at("camera").get<std::string>());
  view.shading = valueOf<ShadingMode>(kShadings, json.at("shading"));
  view.bones = valueOf<BonesDisplay>(kBones, json.at("bones"));
  view.propertyOrder = valueOf<PropertyOrder>(kOrders, json.at("propertyOrder"));
  view.authoredOnly = json.at("authoredOnly").get<bool>();
  // Files of earlier versions lack it.
  if (json.contains("display")) view.display = displayFromJson(json.at("display"));
  for (const ViewFlag& flag : kPictureFlags) view.*flag.member = json.at(flag.key).get<bool>();
  for (const ShownFlag& flag : kShownFlags) {
    view.shownPrims.*flag.member = json.at(flag.key).get<bool>();
  }
  return view;
}

Json plotToJson(const PlotChoice& plot) {
  Json items = Json::array();
  for (const PlotItem& item : plot.pinned) {
    items.push_back({item.attribute.text(), item.element ? Json(*item.element) : Json()});
  }
  return {{"shown", plot.isShown},
          {"attributes", items},
          {"times", pairToJson(plot.times)},
          {"values", pairToJson(plot.values)}};
}
PlotChoice plotFromJson(const Json& json) {
  PlotChoice plot;
  plot.isShown = json.at("shown").get<bool>();
  for (const Json& each : json.at("attributes")) {
    PlotItem item{Path::fromText(each.at(0).get<std::string>()), {}};
    if (!each.at(1).is_null()) item.element = std::size_t(wholeFromJson(each.at(1), kMostElements));
    if (item.attribute.isProperty()) plot.pinned.push_back(item);
  }
  plot.times = pairFromJson(json.at("times"));
  plot.values = pairFromJson(json.at("values"));
  return plot;
}

// Files of earlier versions have no markers.
std::vector<Marker> markersFromJson(const Json& json) {
  std::vector<Marker> markers;
  const auto found = json.find("markers");
  if (found == json.end()) return markers;
  for (const Json& each : *found) {
    markers.push_back({.name = each.at(0).get<std::string>(), .time = each.at(1).get<double>()});
    // Markers without a view, and those of earlier versions, end here.
    if (each.size() < 5) continue;
    Marker& marker = markers.back();
    marker.camera = cameraFromJson(each.at(2));
    marker.sceneCamera = Path::fromText(each.at(3).get<std::string>());
    marker.selected = pathsFromJson(each.at(4));
  }
  return markers;
}

RememberedScene sceneFromJson(const Json& json) {
  RememberedScene scene;
  scene.file = json.at("scene").get<std::string>();
  scene.camera = cameraFromJson(json.at("camera"));
  scene.view = viewFromJson(json.at("view"));
  const Json& playback = json.at("playback");
  scene.time = timeFromJson(playback.at("time"));
  // Files of earlier versions lack it.
  if (playback.contains("chosen")) scene.chosenRange = pairFromJson(playback.at("chosen"));
  scene.playRange = pairFromJson(playback.at("range"));
  scene.pace = valueOf<PlaybackPace>(kPaces, playback.at("pace"));
  scene.loop = valueOf<LoopMode>(kLoops, playback.at("loop"));
  scene.speed = playback.at("speed").get<double>();
  scene.stepsPerFrame = int(wholeFromJson(playback.at("steps"), kMostSteps));
  scene.selected = pathsFromJson(json.at("selected"));
  scene.property = json.at("property").get<std::string>();
  scene.pinned = pathsFromJson(json.at("pinned"));
  scene.plot = plotFromJson(json.at("plot"));
  scene.stage = stageStateFromJson(json.at("stage"));
  scene.openRows = pathsFromJson(json.at("openRows"));
  for (const Json& each : json.at("views")) {
    scene.views.push_back({.name = each.at("name").get<std::string>(),
                           .camera = cameraFromJson(each.at("camera")),
                           .time = timeFromJson(each.at("time")),
                           .settings = viewFromJson(each.at("view"))});
  }
  scene.markers = markersFromJson(json);
  return scene;
}

}  // namespace

void RememberedScene::applyTo(PlaybackState& state) const {
  if (chosenRange && chosenRange->first < chosenRange->second) {
    state.start = state.playStart = chosenRange->first;
    state.end = state.playEnd = chosenRange->second;
    state.rangeSource = PlaybackState::RangeSource::Chosen;
  }
  state.moveTo(time);
  state.pace = pace;
  state.loop = loop;
  if (speed >= 0.1 && speed <= 4.0) state.speed = speed;
  state.stepsPerFrame = stepsPerFrame;
  if (!playRange) return;
  const double first = std::max(playRange->first, state.start);
  const double last = std::min(playRange->second, state.end);
  if (!(first < last)) return;
  state.playStart = first;
  state.playEnd = last;
}

void takePictureSettings(ViewSettings& to, const ViewSettings& from) {
  to.camera = from.camera;
  to.shading = from.shading;
  to.bones = from.bones;
  takeSceneDisplay(to.display, from.display);
  for (const ViewFlag& flag : kPictureFlags) to.*flag.member = from.*flag.member;
}

void takePaneSettings(ViewSettings& to, const ViewSettings& from) {
  to.propertyOrder = from.propertyOrder;
  to.authoredOnly = from.authoredOnly;
  to.shownPrims = from.shownPrims;
}

std::string rememberedSceneToText(const RememberedScene& scene) {
  Json views = Json::array();
  for (const NamedView& view : scene.views) {
    views.push_back({{"name", view.name},
                     {"camera", cameraToJson(view.camera)},
                     {"time", timeToJson(view.time)},
                     {"view", viewToJson(view.settings)}});
  }
  Json markers = Json::array();
  for (const Marker& marker : scene.markers) {
    Json& each = markers.emplace_back(Json::array({marker.name, marker.time}));
    if (!marker.keepsView()) continue;
    each.push_back(cameraToJson(marker.camera));
    each.push_back(marker.sceneCamera.text());
    each.push_back(pathsToJson(marker.selected));
  }
  const Json json = {{"version", kSceneVersion},
                     {"scene", scene.file},
                     {"camera", cameraToJson(scene.camera)},
                     {"view", viewToJson(scene.view)},
                     {"playback",
                      {{"time", timeToJson(scene.time)},
                       {"chosen", pairToJson(scene.chosenRange)},
                       {"range", pairToJson(scene.playRange)},
                       {"pace", nameOf(kPaces, scene.pace)},
                       {"loop", nameOf(kLoops, scene.loop)},
                       {"speed", scene.speed},
                       {"steps", scene.stepsPerFrame}}},
                     {"selected", pathsToJson(scene.selected)},
                     {"property", scene.property},
                     {"pinned", pathsToJson(scene.pinned)},
                     {"plot", plotToJson(scene.plot)},
                     {"stage", stageStateToJson(scene.stage)},
                     {"openRows", pathsToJson(scene.openRows)},
                     {"views", std::move(views)},
                     {"markers", std::move(markers)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// The library of JSON reports a missing member, or one of another type, only by throwing.
RememberedSceneResult rememberedSceneFromText(std::string_view text) try {
  const Json json = parseJson(text);
  if (json.is_discarded() || !json.is_object()) return {{}, "It is not JSON"};
  if (json.at("version").get<double>() > kSceneVersion)
    return {{}, "It was written by a newer usdscope"};
  return {sceneFromJson(json), {}};
} catch (const Json::exception&) {
  return {{}, "A part of it is missing or has another type"};
} catch (const std::out_of_range&) {
  return {{}, "It has a word that is not known"};
}

}  // namespace usdscope
