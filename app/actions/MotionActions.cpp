// SPDX-License-Identifier: Apache-2.0
#include "app/actions/MotionActions.h"

#include "app/actions/ActionParts.h"
#include "app/session/playback/Transport.h"
#include "app/session/problems/MotionFinder.h"

namespace usdscope {
namespace {

MotionFinder& finderOf(const ActionContext& c) { return c.session.transport().motion(); }

bool hasMarks(const ActionContext& c) { return !finderOf(c).marks().empty(); }

bool hasResults(const ActionContext& c) { return hasMarks(c) || !finderOf(c).costs().empty(); }

ActionProblem find(const ActionContext& c, const Arguments& arguments) {
  const bool isOfStage = !arguments.empty() && arguments.front() == "stage";
  const bool isKnown = arguments.empty() || isOfStage || arguments.front() == "selection";
  if (arguments.size() > 1 || !isKnown) return "Expected selection or stage.";
  return finderOf(c).find(isOfStage);
}

ActionProblem clear(const ActionContext& c, const Arguments&) {
  finderOf(c).clear();
  return {};
}

ActionProblem measureCost(const ActionContext& c, const Arguments&) {
  return finderOf(c).measureCost();
}

ActionProblem compareScrubbing(const ActionContext& c, const Arguments&) {
  return finderOf(c).compareScrubbing();
}

bool isUnasked(const ActionContext& c) { return finderOf(c).isUnasked(); }

ActionProblem toggleUnasked(const ActionContext& c, const Arguments&) {
  finderOf(c).setUnasked(!isUnasked(c));
  return {};
}

template <bool IsForward>
ActionProblem goToNextFinding(const ActionContext& c, const Arguments&) {
  return finderOf(c).goToNext(IsForward);
}

constexpr ActionRow kMotionRows[] = {
    {"-", "Time", "", "", "", always, nullptr, nullptr},
    {"findMotion", "Time", "Find Pops, Frozen and Seams", "", "[selection|stage]", hasDocument,
     nullptr, find},
    {"findUnasked", "Time", "Find Them When a Scene Opens", "", "", always, isUnasked,
     toggleUnasked},
    {"measureCost", "Time", "Measure Cost per Frame", "", "", hasDocument, nullptr, measureCost},
    {"compareScrubbing", "Time", "Compare Scrubbing with Playing", "", "", hasDocument, nullptr,
     compareScrubbing},
    {"nextMotion", "Time", "Next Finding", "N", "", hasMarks, nullptr, goToNextFinding<true>},
    {"previousMotion", "Time", "Previous Finding", "Shift+N", "", hasMarks, nullptr,
     goToNextFinding<false>},
    {"clearMotion", "Time", "Clear Findings", "", "", hasResults, nullptr, clear},
};

}  // namespace

std::span<const ActionRow> motionActionRows() { return kMotionRows; }

}  // namespace usdscope
