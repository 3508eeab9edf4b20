// SPDX-License-Identifier: Apache-2.0
#include "app/remote/RemoteQueries.h"

#include <algorithm>
#include <memory>

#include "app/session/playback/FrameText.h"
#include "engine/report/explain/ExplainPath.h"
#include "engine/report/text/LayerNames.h"
#include "engine/report/text/ValueJson.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr std::size_t kMostListed = 1000;

struct RemoteCommand {
  const char* id;
  const char* arguments;
  const char* text;
};
constexpr RemoteCommand kCommands[] = {
    {"state", "", "The open file, time, ranges, selection, camera and readiness"},
    {"explain", "PATH [TIME]", "Explains a prim, a property, a collection or a place in a variant"},
    {"value", "PATH [TIME]", "The value of an attribute"},
    {"wait", "[MILLISECONDS]", "Answers when everything is up to date, or after a time"},
    {"help", "", "This list"},
};

Json timeToJson(TimeCode time) { return time.isDefault() ? Json() : numberToJson(time.time()); }

Json valueAnswer(const Stage& stage, const std::string& text, TimeCode time) {
  const Path path = Path::fromText(text);
  if (!path.isProperty()) return refusal("\"" + text + "\" is not the path of an attribute.");
  const Prim prim = stage.primAt(path.primPath());
  if (!prim) return refusal("The stage has no prim <" + path.primPath().text() + ">.");
  const Attribute attribute = prim.attribute(path.name());
  if (!attribute) {
    return refusal("The prim has no attribute " + std::string(path.name().text()) + ".");
  }
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  return {{"ok", true},
          {"path", path.text()},
          {"time", timeToJson(time)},
          {"type", attribute.typeName().string()},
          {"value", valueToJson(attribute.value(time), names)}};
}

Json explainAnswer(const Stage& stage, const std::string& path, TimeCode time) {
  PathExplanation made = explainPath(stage, path, time);
  if (!made.problem.empty()) return refusal(made.problem);
  return {{"ok", true}, {"explanation", std::move(made.json)}};
}

}  // namespace

Json refusal(const std::string& problem) { return {{"ok", false}, {"error", problem}}; }

Json stateToJson(const ActionContext& context) {
  const Session& session = context.session;
  const Document& document = session.document.value();
  const PlaybackState& playback = session.playback.value();
  const Selection& selection = session.selection.value();
  Json prims = Json::array();
  for (std::size_t i = 0; i < std::min(selection.prims.size(), kMostListed); ++i) {
    prims.push_back(selection.prims[i].text());
  }
  const Path camera = session.view.value().camera;
  Json state = {{"ok", true},
                {"file", document.isOpen() ? Json(document.file) : Json()},
                {"frame", timeToJson(playback.timeCode())},
                {"time", frameText(playback.timeCode())},
                {"range", {numberToJson(playback.start), numberToJson(playback.end)}},
                {"playRange", {numberToJson(playback.playStart), numberToJson(playback.playEnd)}},
                {"selection",
                 {{"count", selection.prims.size()},
                  {"prims", std::move(prims)},
                  {"property", selection.property ? Json(selection.property.string()) : Json()}}},
                {"camera", camera.isEmpty() ? Json() : Json(camera.text())},
                {"playing", playback.isPlaying},
                {"loading", session.loading.value().isLoading()},
                {"pictureReady", session.scene.value() && session.isPictureReady()},
                {"settled", session.isSettled()},
                {"layout", context.window.layoutId()}};
  const LoadState& loading = session.loading.value();
  if (loading.phase == LoadState::Phase::Failed) {
    state["failure"] = {{"file", loading.file}, {"message", loading.message}};
  }
  return state;
}

Json commandsToJson() {
  Json commands = Json::array();
  for (const RemoteCommand& each : kCommands) {
    commands.push_back({{"id", each.id}, {"arguments", each.arguments}, {"text", each.text}});
  }
  for (const ActionRow& row : actionRows()) {
    if (!row.run) continue;
    commands.push_back({{"id", row.id}, {"arguments", row.arguments}, {"text", row.text}});
  }
  return {{"ok", true}, {"commands", std::move(commands)}};
}

std::optional<ComputeAnswer> queryOf(const ActionStep& step, const Session& session) {
  const bool isValue = step.id == "value";
  if (!isValue && step.id != "explain") return std::nullopt;
  const auto refuse = [](const std::string& why) { return [why] { return refusal(why); }; };
  const auto& stage = session.document.value().stage;
  if (!stage) return refuse("Open a scene first.");
  if (step.arguments.empty() || step.arguments.size() > 2) return refuse("Expected PATH [TIME].");
  TimeCode time = session.playback.value().timeCode();
  if (step.arguments.size() == 2) {
    const std::string& text = step.arguments[1];
    const auto typed =
        text == "earliest" ? std::optional(TimeCode::earliest()) : timeFromTyped(text);
    if (!typed) return refuse("Expected a time such as 24, 24-, default or earliest.");
    time = *typed;
  }
  return [stage, path = step.arguments[0], time, isValue] {
    return isValue ? valueAnswer(*stage, path, time) : explainAnswer(*stage, path, time);
  };
}

}  // namespace usdscope
