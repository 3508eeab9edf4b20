// SPDX-License-Identifier: Apache-2.0
#include "app/actions/ActionsPage.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "app/actions/Actions.h"
#include "app/actions/KeyMap.h"
#include "app/files/ManualHtml.h"

namespace usdscope {
namespace {

constexpr const char* kActionsHead =
    "# All actions and keys\n\nThis page is made from the table of actions. There are two key "
    "maps, "
    "`usdview` and `review`; [Keys and Mouse](action:keys) changes keys. The name in the last "
    "column is for `--run`, `--script` and the socket.\n";
constexpr std::string_view kGroupWithoutMenu = "In no menu";
constexpr std::string_view kGroupOfRows = "Menus of rows";

std::string entryName(const ActionRow& row) {
  std::string name = row.text;
  const std::size_t dots = name.find("…");
  return dots == std::string::npos ? name : name.erase(dots, std::string_view("…").size());
}

// Each key as code.
std::string keysCell(const ActionRow& row, KeyMapKind map) {
  std::string text;
  std::string_view keys = usualShortcut(row, map);
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find("; "), keys.size());
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", keys.substr(0, end));
    keys.remove_prefix(std::min(end + 2, keys.size()));
  }
  return text;
}

std::string actionLine(const ActionRow& row) {
  const std::string name = entryName(row);
  const std::string link =
      mayHaveShortcut(row) ? fmt::format("[{}](action:{})", name, row.id) : name;
  return fmt::format("| {} | {} | {} | `{}{}{}` |\n", markdownCell(link),
                     markdownCell(keysCell(row, KeyMapKind::Usdview)),
                     markdownCell(keysCell(row, KeyMapKind::Review)), row.id,
                     *row.arguments ? " " : "", markdownCell(row.arguments));
}

std::string_view groupName(const ActionRow& row) {
  const std::string_view menu = row.menu;
  if (menu.empty()) return kGroupWithoutMenu;
  return menu == "Context" ? kGroupOfRows : menu;
}

}  // namespace

std::string actionsPage() {
  // The menus of the window come first, then those within them.
  std::vector<std::string_view> groups = {"File",   "Edit", "View",   "Select",
                                          "Camera", "Time", "Window", "Help"};
  std::map<std::string_view, std::string> rows;
  for (const ActionRow& row : actionRows()) {
    if (!row.run) continue;
    const std::string_view group = groupName(row);
    const bool isLast = group == kGroupWithoutMenu || group == kGroupOfRows;
    if (!isLast && std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
    rows[group] += actionLine(row);
  }
  groups.insert(groups.end(), {kGroupOfRows, kGroupWithoutMenu});
  std::string page = kActionsHead;
  for (const std::string_view group : groups) {
    page += fmt::format(
        "\n## {}\n\n| Action | usdview | review | Name |\n| --- | --- | --- | --- |\n{}", group,
        rows[group]);
  }
  return page;
}

}  // namespace usdscope
