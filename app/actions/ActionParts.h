// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/Actions.h"

// Parts that several tables of actions share.
namespace usdscope {

using Arguments = std::vector<std::string>;

inline bool always(const ActionContext&) { return true; }
inline bool hasDocument(const ActionContext& c) { return c.session.document.value().isOpen(); }
inline bool hasSelection(const ActionContext& c) {
  return !c.session.selection.value().leading().isEmpty();
}
inline bool hasProperty(const ActionContext& c) {
  return hasSelection(c) && c.session.selection.value().property;
}
/// A context menu is open over a row that stands for a layer.
inline bool hasLayer(const ActionContext& c) { return !c.session.row.value().layer.empty(); }

/// Toggles a member of the view settings.
template <auto Member>
ActionProblem toggle(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.*Member = !(view.*Member); });
  return {};
}
template <auto Member>
bool isOn(const ActionContext& c) {
  return c.session.view.value().*Member;
}

/// Sets a member of a part of the view settings to one value, as menu entries do of which one is
/// checked.
template <auto Part, auto Member, auto Value>
ActionProblem choose(const ActionContext& c, const Arguments&) {
  c.session.changeView([](ViewSettings& view) { view.*Part.*Member = Value; });
  return {};
}
template <auto Part, auto Member, auto Value>
bool isChosen(const ActionContext& c) {
  return c.session.view.value().*Part.*Member == Value;
}

/// Parses a text as a number; empty when the text is not a number as a whole.
inline std::optional<double> numberOf(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

}  // namespace usdscope
