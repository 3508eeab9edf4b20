// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/ActionWindow.h"
#include "app/session/Session.h"

namespace usdscope {

/// The session and the window that an action works on.
struct ActionContext {
  Session& session;
  ActionWindow& window;
};

/// Why an action could not be carried out, one sentence; empty when it was.
using ActionProblem = std::string;

/// One thing that a user can do. Menus, shortcuts, `--run` and the GUI tests run the same rows.
struct ActionRow {
  const char* id;         ///< As `--run` spells it.
  const char* menu;       ///< `File`, `View`, …; empty: in no menu.
  const char* text;       ///< In the menu.
  const char* shortcut;   ///< As QKeySequence reads it; empty: none.
  const char* arguments;  ///< The arguments of `run`, for messages; empty: none.
  bool (*isEnabled)(const ActionContext& context);
  bool (*isChecked)(const ActionContext& context);  ///< Null: no check mark.
  ActionProblem (*run)(const ActionContext& context, const std::vector<std::string>& arguments);
};

std::span<const ActionRow> actionRows();

/// Returns the row with an id; null when there is none.
const ActionRow* findAction(std::string_view id);

}  // namespace usdscope
