// SPDX-License-Identifier: Apache-2.0
#include "app/actions/EditListActions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/actions/ActionParts.h"
#include "app/actions/SaveActions.h"
#include "app/session/Inspection.h"
#include "app/session/edits/LayerSaver.h"

namespace usdscope {
namespace {

bool hasEdits(const ActionContext& c) { return !c.session.edits.value().rows().empty(); }
bool hasChosenEdits(const ActionContext& c) {
  return !c.session.inspection().chosenEdits.value().empty();
}
bool mayRevert(const ActionContext& c) {
  const auto& chosen = c.session.inspection().chosenEdits.value();
  return !chosen.empty() &&
         std::ranges::any_of(c.session.edits.value().rows(), [&](const EditRow& row) {
           return row.state == EditRow::State::Applied &&
                  std::ranges::find(chosen, row.id) != chosen.end();
         });
}

/// The edits that an action works on, or why there are none.
struct WantedEdits {
  std::vector<std::uint64_t> ids;
  ActionProblem problem;
};

// Takes numbers of rows, counted from 1, beginning with the argument `first`. Without them, takes
// the selected rows.
WantedEdits wantedEdits(const ActionContext& c, const Arguments& arguments, std::size_t first) {
  if (arguments.size() <= first) return {c.session.inspection().chosenEdits.value(), {}};
  const std::vector<EditRow> rows = c.session.edits.value().rows();
  if (rows.empty()) return {{}, "There are no edits."};
  WantedEdits wanted;
  for (std::size_t i = first; i < arguments.size(); ++i) {
    const auto number = numberOf(arguments[i]);
    if (!number || !(*number >= 1.0) || *number > double(rows.size()) ||
        *number != std::floor(*number)) {
      return {{},
              arguments[i] + " is not a row of Edits; expected a number from 1 to " +
                  std::to_string(rows.size()) + "."};
    }
    wanted.ids.push_back(rows[std::size_t(*number) - 1].id);
  }
  return wanted;
}

ActionProblem revertEdits(const ActionContext& c, const Arguments& arguments) {
  const WantedEdits wanted = wantedEdits(c, arguments, 0);
  if (!wanted.problem.empty()) return wanted.problem;
  if (wanted.ids.empty()) return "Select edits first.";
  c.session.editor().revert(wanted.ids);
  return {};
}

// Without numbers, chooses none.
ActionProblem chooseEdits(const ActionContext& c, const Arguments& arguments) {
  WantedEdits wanted;
  if (!arguments.empty()) wanted = wantedEdits(c, arguments, 0);
  if (wanted.problem.empty()) c.session.inspection().chooseEdits(std::move(wanted.ids));
  return wanted.problem;
}

ActionProblem saveEdits(const ActionContext& c, const Arguments& arguments) {
  const WantedEdits wanted = wantedEdits(c, arguments, 1);
  if (!wanted.problem.empty()) return wanted.problem;
  if (wanted.ids.empty()) return "Select edits first.";
  const std::string file =
      arguments.empty() ? askForOverridesFile(c.session, c.window.widget()) : arguments[0];
  return file.empty() && arguments.empty() ? "" : c.session.saver().saveEdits(wanted.ids, file);
}

constexpr ActionRow kEditListRows[] = {
    {"chooseEdits", "", "Choose Rows of Edits", "", "NUMBER…", hasEdits, nullptr, chooseEdits},
    {"revertEdits", "Context", "Revert Selected Edits", "", "[NUMBER…]", mayRevert, nullptr,
     revertEdits},
    {"saveEdits", "Context", "Save Selected Edits As…", "", "FILE [NUMBER…]", hasChosenEdits,
     nullptr, saveEdits},
};

}  // namespace

std::span<const ActionRow> editListActionRows() { return kEditListRows; }

}  // namespace usdscope
