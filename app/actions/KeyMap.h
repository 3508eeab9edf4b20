// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QList>

#include "app/actions/Actions.h"
#include "app/session/memory/Preferences.h"

class QKeyEvent;

namespace usdscope {

/// Returns the shortcuts of an action in a key map, before the user changes them, in the syntax of
/// ActionRow::shortcut. The map `usdview` is the table of actions; `review` differs from it in some
/// rows.
const char* usualShortcut(const ActionRow& row, KeyMapKind map);

/// Returns the shortcuts of an action: those that the user chose, or else those of the key map.
QList<QKeySequence> shortcutsOf(const ActionRow& row, const PreferenceValues& preferences);
/// Returns the shortcuts as a text to show; empty when there are none.
QString shortcutText(const ActionRow& row, const PreferenceValues& preferences);

/// Returns whether an action can have shortcuts: it does something without arguments.
bool mayHaveShortcut(const ActionRow& row);

/// Returns the keys of an event as shortcuts name them: Shift belongs to signs such as `|`, but not
/// to letters.
QKeySequence sequenceOf(const QKeyEvent& event);

/// Returns the action with this shortcut; null if there is none.
const ActionRow* actionOfKey(const QKeySequence& key, const PreferenceValues& preferences);

/// Returns the other action that has a key; null if there is none. Keys that begin others with
/// several strokes are in conflict with them.
const ActionRow* actionWithKey(const QKeySequence& key, const ActionRow& except,
                               const PreferenceValues& preferences);

/// Gives an action shortcuts, in the syntax of ActionRow::shortcut; an empty text takes all of them
/// away. Unless `isReplacing`, shortcuts of other actions are refused. Returns a sentence that says
/// why nothing was changed; else empty.
std::string setShortcuts(Preferences& preferences, const ActionRow& row, const std::string& keys,
                         bool isReplacing);

}  // namespace usdscope
