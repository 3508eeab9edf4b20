// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ClipActions.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"
#include "engine/layer/ClipKeys.h"
#include "engine/stage/Prim.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

ActionProblem zoomClips(const ActionContext& c, const Arguments& arguments) {
  if (arguments.size() != 2) return "Expected two numbers.";
  const auto from = numberOf(arguments[0]);
  const auto to = numberOf(arguments[1]);
  if (!from || !std::isfinite(*from)) return arguments[0] + " is not a finite number.";
  if (!to || !std::isfinite(*to)) return arguments[1] + " is not a finite number.";
  if (!(*from < *to)) return "The first number must be the smaller.";
  c.session.inspection().zoomClips(std::pair(*from, *to));
  return {};
}

ActionProblem frameClips(const ActionContext& c, const Arguments&) {
  c.session.inspection().zoomClips(std::nullopt);
  return {};
}

ActionProblem clipSets(const ActionContext& c, const Arguments& arguments) {
  const bool isOfStage = !arguments.empty() && arguments.front() == "stage";
  const bool isOfSelection = !arguments.empty() && arguments.front() == "selection";
  if (arguments.size() != 1 || !(isOfStage || isOfSelection)) {
    return "Expected selection or stage.";
  }
  c.session.inspection().showClipsOfStage(isOfStage);
  c.window.showPane("clips");
  return {};
}

template <ClipChoice::Page Page>
ActionProblem showPage(const ActionContext& c, const Arguments&) {
  c.session.inspection().showClipPage(Page);
  c.window.showPane("clips");
  return {};
}

template <ClipChoice::Page Page>
bool isPageShown(const ActionContext& c) {
  return c.session.inspection().clips.value().page == Page;
}

ActionProblem evict(const ActionContext& c, const Arguments&) {
  return c.session.inspection().evictClips();
}

ActionProblem readAhead(const ActionContext& c, const Arguments& arguments) {
  constexpr double kUsualCount = 16.0;
  const auto count = arguments.empty() ? std::optional(kUsualCount) : numberOf(arguments[0]);
  if (arguments.size() > 1 || !count || !(*count >= 1.0 && *count <= 1e6)) {
    return "Expected a number of clips.";
  }
  return c.session.inspection().readClipsAhead(std::size_t(*count));
}

/// A clip set in arguments: `[PRIM] SET on|off`.
struct SwitchedSet {
  Path prim;
  std::string set;
  bool isOn = false;
  ActionProblem problem;
};

SwitchedSet switchedSet(const ActionContext& c, const Arguments& arguments) {
  SwitchedSet wanted;
  const bool hasPrim = arguments.size() == 3;
  if (arguments.size() < 2 || arguments.size() > 3 ||
      (arguments.back() != "on" && arguments.back() != "off")) {
    wanted.problem = "Expected a clip set, and on or off.";
    return wanted;
  }
  wanted.prim = hasPrim ? Path::fromText(arguments[0]) : c.session.selection.value().leading();
  wanted.set = arguments[arguments.size() - 2];
  wanted.isOn = arguments.back() == "on";
  if (!wanted.prim.isPrim())
    wanted.problem =
        hasPrim ? arguments[0] + " is not the path of a prim." : "No prim is selected.";
  return wanted;
}

// Returns an entry of a clip set among clips; null if there is none.
const Value* clipEntry(const Value& clips, const std::string& set, const char* key) {
  const auto* sets = clips.find<Dictionary>();
  const Value* info = sets ? sets->find(set) : nullptr;
  const auto* entries = info ? info->find<Dictionary>() : nullptr;
  return entries ? entries->find(key) : nullptr;
}

// A stronger layer switches a set off with an empty `active`, and a template with empty
// `assetPaths`.
ActionProblem switchClipSet(const ActionContext& c, const Arguments& arguments) {
  const SwitchedSet wanted = switchedSet(c, arguments);
  if (!wanted.problem.empty()) return wanted.problem;
  const auto& stage = c.session.document.value().stage;
  const Prim prim = stage->primAt(wanted.prim);
  const PrimSpec inSession = stage->sessionLayer()->findPrim(wanted.prim);
  const Value clips = wanted.isOn ? (inSession ? inSession.field(fields::kClips) : Value())
                      : prim      ? prim.metadata(fields::kClips)
                                  : Value();
  const bool hasPaths = clipEntry(clips, wanted.set, clip_keys::kAssetPaths) != nullptr;
  const bool hasActive = clipEntry(clips, wanted.set, clip_keys::kActive) != nullptr;
  if (wanted.isOn && !hasPaths && !hasActive) {
    return "The session layer does not switch the clip set " + wanted.set + " off.";
  }
  // The session layer has one of the two keys, any other layer both or none.
  const bool usesActive = wanted.isOn ? hasActive : hasPaths;
  const char* const key = usesActive ? clip_keys::kActive : clip_keys::kAssetPaths;
  return c.session.inspection().editInSession([&](StageEditor& editor) {
    return editor.setClip({wanted.prim}, wanted.set, key, wanted.isOn ? "None" : "[]");
  });
}

ActionProblem interpolateClips(const ActionContext& c, const Arguments& arguments) {
  const SwitchedSet wanted = switchedSet(c, arguments);
  if (!wanted.problem.empty()) return wanted.problem;
  return c.session.inspection().editInSession([&](StageEditor& editor) {
    return editor.setClip({wanted.prim}, wanted.set, "interpolateMissingClipValues",
                          wanted.isOn ? "true" : "false");
  });
}

ActionProblem orderClipSets(const ActionContext& c, const Arguments& arguments) {
  const Path prim = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  if (arguments.size() < 2 || !prim.isPrim()) return "Expected a prim and the names of its sets.";
  std::string names;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i].find_first_of("\"\\\n") != std::string::npos) {
      return arguments[i] + " is not the name of a clip set.";
    }
    names += (i > 1 ? ", \"" : "\"") + arguments[i] + "\"";
  }
  return c.session.inspection().editInSession([&](StageEditor& editor) {
    return editor.setMetadata({prim}, Token("clipSets"), "[" + names + "]");
  });
}

using Page = ClipChoice::Page;

constexpr ActionRow kRows[] = {
    {"clipSets", "", "Show Clip Sets", "", "selection|stage", hasDocument, nullptr, clipSets},
    {"frameClips", "Context", "Frame All Clips", "", "", hasDocument, nullptr, frameClips},
    {"zoomClips", "", "Zoom Clips", "", "FROM TO", hasDocument, nullptr, zoomClips},
    {"clipTimeMap", "Context", "Time Map of Clips", "", "", hasDocument, isPageShown<Page::TimeMap>,
     showPage<Page::TimeMap>},
    {"clipMatrix", "Context", "Attributes against Clips", "", "", hasDocument,
     isPageShown<Page::Matrix>, showPage<Page::Matrix>},
    {"clipMemory", "Context", "Clips in Memory", "", "", hasDocument, isPageShown<Page::Memory>,
     showPage<Page::Memory>},
    {"tryClipSets", "Context", "Try Out Clip Sets", "", "", hasDocument, isPageShown<Page::Sets>,
     showPage<Page::Sets>},
    {"readClipsAhead", "Context", "Read Clips Ahead", "", "[COUNT]", hasDocument, nullptr,
     readAhead},
    {"evictClips", "Context", "Evict All Clips", "", "", hasDocument, nullptr, evict},
    {"switchClipSet", "", "Switch Clip Set in the Session", "", "[PRIM] SET on|off", hasDocument,
     nullptr, switchClipSet},
    {"interpolateClips", "", "Interpolate Missing Clip Values in the Session", "",
     "[PRIM] SET on|off", hasDocument, nullptr, interpolateClips},
    {"orderClipSets", "", "Order Clip Sets in the Session", "", "PRIM SET…", hasDocument, nullptr,
     orderClipSets},
};

}  // namespace

std::span<const ActionRow> clipActionRows() { return kRows; }

}  // namespace usdscope
