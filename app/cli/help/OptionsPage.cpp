// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help/OptionsPage.h"

#include <fmt/format.h>

#include "app/files/ManualHtml.h"

namespace usdscope {
namespace {

std::string summarySentence(std::string text) {
  while (text.ends_with('.')) text.pop_back();
  return text + '.';
}

}  // namespace

std::string optionsPage(std::span<const CommandHelp> commands) {
  std::string page =
      "# All options of the verbs\n\nThis page is made from the tables of the program.\n";
  for (const CommandHelp& command : commands) {
    page += fmt::format("\n## {}\n\n{}\n\n| Option | Meaning |\n| --- | --- |\n", command.name,
                        summarySentence(command.summary));
    for (const OptionHelp& option : command.options) {
      const bool hasValue = !option.value.empty() && !option.isArgument;
      page += fmt::format("| `{}{}` | {} |\n", fmt::join(option.names, "`, `"),
                          hasValue ? " " + option.value : "", markdownCell(option.description));
    }
  }
  return page;
}

}  // namespace usdscope
