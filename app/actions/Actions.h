// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <span>
#include <string>
#include <vector>

#include "app/session/Session.h"

namespace usdscope {

class MainWindow;

/// What an action works on.
struct ActionContext {
  Session& session;
  MainWindow& window;
};

/// What a run of an action says: empty when it went well, else what went wrong.
using ActionProblem = std::string;

/// Everything a user can do is one row: menus, shortcuts, `--run` and the GUI tests call the same.
struct ActionRow {
  const char* id;         ///< As `--run` spells it.
  const char* menu;       ///< `File`, `View`, …; empty: in no menu.
  const char* text;       ///< In the menu.
  const char* shortcut;   ///< As QKeySequence reads it; empty: none.
  const char* arguments;  ///< What `run` expects, for messages; empty: nothing.
  bool (*isEnabled)(const ActionContext& context);
  bool (*isChecked)(const ActionContext& context);  ///< Null: no check mark.
  ActionProblem (*run)(const ActionContext& context, const std::vector<std::string>& arguments);
};

std::span<const ActionRow> actionRows();

/// The row with an id, or null.
const ActionRow* findAction(std::string_view id);

}  // namespace usdscope
