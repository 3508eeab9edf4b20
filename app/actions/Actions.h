// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/actions/ActionWindow.h"
#include "app/session/Session.h"

namespace usdscope {

/// The session and the window on which an action works.
struct ActionContext {
  Session& session;
  ActionWindow& window;
};

/// A sentence that says why an action could not be carried out; empty on success.
using ActionProblem = std::string;

/// One user action. Menus, shortcuts, `--run` and the GUI tests run these rows.
struct ActionRow {
  const char* id;  ///< The name of the action for `--run`.
  /// `File`, `View`, …, or a menu within one of them; `Context` if only context menus have the
  /// action; empty if no menu has it.
  const char* menu;
  const char* text;  ///< The text in the menu.
  /// In the syntax of QKeySequence::listFromString(): several shortcuts stand with `; ` between
  /// them. May be empty.
  const char* shortcut;
  const char* arguments;  ///< The arguments of `run`, for messages; may be empty.
  bool (*isEnabled)(const ActionContext& context);
  bool (*isChecked)(const ActionContext& context);  ///< Null if the menu entry has no check mark.
  ActionProblem (*run)(const ActionContext& context, const std::vector<std::string>& arguments);
};

std::span<const ActionRow> actionRows();

/// Returns the row with an id; null when there is none.
const ActionRow* findAction(std::string_view id);

}  // namespace usdscope
