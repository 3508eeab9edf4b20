// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ClipActions.h"

#include <cmath>

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"

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

constexpr ActionRow kRows[] = {
    {"clipSets", "", "Show Clip Sets", "", "selection|stage", hasDocument, nullptr, clipSets},
    {"frameClips", "Context", "Frame All Clips", "", "", hasDocument, nullptr, frameClips},
    {"zoomClips", "", "Zoom Clips", "", "FROM TO", hasDocument, nullptr, zoomClips},
};

}  // namespace

std::span<const ActionRow> clipActionRows() { return kRows; }

}  // namespace usdscope
