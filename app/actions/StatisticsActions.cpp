// SPDX-License-Identifier: Apache-2.0
#include "app/actions/StatisticsActions.h"

#include "app/actions/ActionParts.h"
#include "app/session/Inspection.h"

namespace usdscope {
namespace {

ActionProblem statistics(const ActionContext& c, const Arguments& arguments) {
  for (const StatisticsPage& each : kStatisticsPages) {
    if (!arguments.empty() && arguments[0] != each.word) continue;
    if (!arguments.empty()) c.session.inspection().showStatistics(each.group);
    c.window.showPane("statistics");
    return {};
  }
  return "Expected overview, types, kinds, purposes, states or layers.";
}

bool isOfSelection(const ActionContext& c) {
  return c.session.inspection().statistics.value().isOfSelection;
}

ActionProblem countSelection(const ActionContext& c, const Arguments&) {
  c.session.inspection().countSelection(!isOfSelection(c));
  c.window.showPane("statistics");
  return {};
}

// Layers are named by their identifiers.
ActionProblem selectCounted(const ActionContext& c, const Arguments& arguments) {
  for (const StatisticsPage& each : kStatisticsPages) {
    if (arguments.empty() || arguments[0] != each.word || !each.group) continue;
    c.session.inspection().selectCounted(*each.group, arguments.size() > 1 ? arguments[1] : "");
    return {};
  }
  return "Expected types, kinds, purposes, states or layers, and the name of a row.";
}

ActionProblem copyStatistics(const ActionContext& c, const Arguments&) {
  c.window.showPane("statistics");
  c.session.inspection().copyStatistics();
  return {};
}

constexpr ActionRow kStatisticsRows[] = {
    {"statistics", "View", "Statistics of the Scene", "", "[PAGE]", hasDocument, nullptr,
     statistics},
    {"statisticsOfSelection", "", "Statistics of the Selection Only", "", "", hasDocument,
     isOfSelection, countSelection},
    {"selectCounted", "", "Select the Prims of a Row of the Statistics", "", "PAGE NAME",
     hasDocument, nullptr, selectCounted},
    {"copyStatistics", "", "Copy Statistics", "", "", hasDocument, nullptr, copyStatistics},
};

}  // namespace

std::span<const ActionRow> statisticsActionRows() { return kStatisticsRows; }

}  // namespace usdscope
