// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ClipActions.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "app/actions/ActionParts.h"
#include "app/session/ClipEviction.h"
#include "app/session/Inspection.h"
#include "app/session/StoppedClips.h"
#include "app/session/edits/ClipEdits.h"
#include "app/session/problems/ProblemState.h"
#include "engine/layer/ClipKeys.h"
#include "engine/report/clips/ClipFixes.h"
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

bool areClipsLeft(const ActionContext& c) {
  return hasDocument(c) && StoppedClips::of(c.session).areLeft();
}

ActionProblem readOn(const ActionContext& c, const Arguments&) {
  StoppedClips::of(c.session).readOn();
  return {};
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

ActionProblem moveClipSeam(const ActionContext& c, const Arguments& arguments) {
  const Path prim = arguments.empty() ? Path() : Path::fromText(arguments[0]);
  const auto from = arguments.size() == 4 ? numberOf(arguments[2]) : std::nullopt;
  const auto to = arguments.size() == 4 ? numberOf(arguments[3]) : std::nullopt;
  if (!prim.isPrim() || !from || !to) {
    return "Expected a prim, a clip set, and two times: the start of a clip, and its new start.";
  }
  return ClipEdits::of(c.session).moveSeam(prim, arguments[1], *from, *to);
}

ActionProblem clipEnds(const ActionContext& c, const Arguments& arguments) {
  const bool isLoop = !arguments.empty() && arguments.back() == "loop";
  const bool isHold = !arguments.empty() && arguments.back() == "hold";
  const bool hasPrim = arguments.size() == 3;
  const Path prim = hasPrim ? Path::fromText(arguments[0]) : c.session.selection.value().leading();
  if (arguments.size() < 2 || arguments.size() > 3 || !(isLoop || isHold)) {
    return "Expected a clip set, and hold or loop.";
  }
  if (!prim.isPrim()) return "No prim is selected.";
  const std::string set = arguments[arguments.size() - 2];
  ClipEdits& edits = ClipEdits::of(c.session);
  return isLoop ? edits.loop(prim, set) : edits.hold(prim, set);
}

// The row that the user pressed last is a clip.
ActionProblem evictOne(const ActionContext& c, const Arguments& arguments) {
  const std::string file = arguments.empty() ? c.session.row.value().value : arguments[0];
  if (arguments.size() > 1 || file.empty()) return "Expected the file of a clip.";
  return evictClip(c.session, file);
}

/// The finding of the clip doctor in the row that the user pressed last, and its prim.
struct PressedFinding {
  std::string id;  ///< Empty if it is not a finding with a correction.
  Path prim;
};

PressedFinding pressedFinding(const ActionContext& c) {
  const InspectedRow& row = c.session.row.value();
  if (!clipFixName(row.name).empty()) return {row.name, Path::fromText(row.object)};
  // The row may be one of the pane Problems.
  const std::string rule = "usdscope:ValueClips.";
  const auto& list = c.session.problems.value().list;
  if (!list || !row.name.starts_with(rule)) return {};
  for (const Problem& problem : *list) {
    if (problem.rule() != row.name || problem.sites.empty()) continue;
    if (problemText(problem) != row.value) continue;
    return {clipFindingWithFix(row.name.substr(rule.size())), problem.sites[0].primPath()};
  }
  return {};
}

bool hasFix(const ActionContext& c) { return hasDocument(c) && !pressedFinding(c).id.empty(); }

ActionProblem fixClips(const ActionContext& c, const Arguments& arguments) {
  if (arguments.empty()) {
    const PressedFinding finding = pressedFinding(c);
    if (finding.id.empty()) return "The row is not a finding with a safe correction.";
    return ClipEdits::of(c.session).fix(finding.prim, {}, finding.id);
  }
  const Path prim = Path::fromText(arguments[0]);
  if (arguments.size() != 3 || !prim.isPrim()) {
    return "Expected a prim, a clip set and the id of a finding.";
  }
  return ClipEdits::of(c.session).fix(prim, arguments[1], arguments[2]);
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
    {"clipEntries", "Context", "Edit Entries of Clip Sets", "", "", hasDocument,
     isPageShown<Page::Entries>, showPage<Page::Entries>},
    {"readClipsAhead", "Context", "Read Clips Ahead", "", "[COUNT]", hasDocument, nullptr,
     readAhead},
    {"readClipsOn", "Context", "Read Remaining Clips", "", "", areClipsLeft, nullptr, readOn},
    {"evictClips", "Context", "Evict All Clips", "", "", hasDocument, nullptr, evict},
    {"evictClip", "Context", "Evict This Clip", "", "[FILE]", hasDocument, nullptr, evictOne},
    {"moveClipSeam", "", "Move the Start of a Clip", "", "PRIM SET FROM TO", hasDocument, nullptr,
     moveClipSeam},
    {"clipEnds", "", "Hold or Loop Clips in the Session", "", "[PRIM] SET hold|loop", hasDocument,
     nullptr, clipEnds},
    {"fixClips", "Context", "Correct This Finding", "", "[PRIM SET FINDING]", hasFix, nullptr,
     fixClips},
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
