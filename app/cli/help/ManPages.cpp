// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help/ManPages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "app/cli/help/ExitStatus.h"

namespace usdscope {
namespace {

// Escapes text for roff: a backslash and a hyphen have a meaning, a leading point or quotation mark
// is a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char character : text) {
    const bool isAtStart = out.empty() || out.back() == '\n';
    if (isAtStart && (character == '.' || character == '\'')) out += "\\&";
    if (character == '\\') {
      out += "\\e";
    } else if (character == '-') {
      out += "\\-";
    } else {
      out += character;
    }
  }
  return out;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return text;
}

std::string title(const std::string& name) {
  return fmt::format(".TH {} 1 \"\" \"usdscope {}\" \"User Commands\"\n", roff(upper(name)),
                     USDSCOPE_VERSION);
}

void addOption(const OptionHelp& option, std::string& page) {
  std::string names;
  for (const std::string& name : option.names) {
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  }
  page += ".TP\n" + names;
  if (!option.isArgument && !option.value.empty()) {
    page += fmt::format(" \\fI{}\\fR", roff(option.value));
  }
  page += '\n' + roff(option.description) + '\n';
  if (!option.choices.empty()) {
    page += roff(fmt::format("One of {}.", fmt::join(option.choices, ", "))) + '\n';
  }
}

void addOptions(const CommandHelp& command, bool areArguments, std::string& page) {
  for (const OptionHelp& option : command.options) {
    if (option.isArgument == areArguments) addOption(option, page);
  }
}

void addStatus(std::string& page) {
  page += ".SH EXIT STATUS\n";
  for (const ExitStatusHelp& status : kExitStatuses) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", status.status, roff(status.meaning));
  }
}

}  // namespace

std::string programManPage(std::span<const CommandHelp> commands) {
  const CommandHelp& program = commands.front();
  std::string page = title(program.name);
  page += fmt::format(".SH NAME\n{} \\- {}\n", program.name, roff(program.summary));
  page += fmt::format(".SH SYNOPSIS\n\\fB{0}\\fR [\\fIFILE\\fR]\n.br\n", program.name);
  page +=
      fmt::format("\\fB{}\\fR \\fIVERB\\fR [\\fIOPTION\\fR...] [\\fIFILE\\fR...]\n", program.name);
  page += ".SH DESCRIPTION\n" + roff(program.footer) + "\n.SH OPTIONS\n";
  addOptions(program, false, page);
  page += ".SH VERBS\n";
  for (const CommandHelp& verb : commands.subspan(1)) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(verb.name), roff(verb.summary));
  }
  addStatus(page);
  page += ".SH ENVIRONMENT\n";
  constexpr std::pair<std::string_view, std::string_view> kVariables[] = {
      {"PXR_AR_DEFAULT_SEARCH_PATH", "Folders that are searched for asset paths, separated by :"},
      {"PXR_PLUGINPATH_NAME", "Folders of plug-ins, separated by :"},
      {"USDSCOPE_MAP_PATH", "Rules FROM=TO for asset paths of other systems, separated by ;"},
      {"USDSCOPE_RESOLVER", "Command that prints the file of an asset id; see --resolver"},
      {"USDSCOPE_RESOLVER_TIMEOUT", "Seconds after which this command is given up"},
      {"USDSCOPE_RESOLVER_CONTEXT", "Resolver context file; see --resolverContext"},
      {"USDSCOPE_EXPRESSION_VARIABLES",
       "Expression variables NAME=VALUE, separated by ;, stronger than those of the context"}};
  for (const auto& [name, meaning] : kVariables) {
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", name, roff(meaning));
  }
  page += ".SH SEE ALSO\n";
  for (std::size_t i = 1; i < commands.size(); ++i) {
    page += fmt::format("\\fBusdscope\\-{}\\fR(1){}\n", roff(commands[i].name),
                        i + 1 < commands.size() ? "," : "");
  }
  return page;
}

std::string verbManPage(const CommandHelp& verb) {
  std::string page = title("usdscope-" + verb.name);
  page += fmt::format(".SH NAME\nusdscope\\-{0} \\- {1}\n", roff(verb.name), roff(verb.summary));
  page += fmt::format(".SH SYNOPSIS\n\\fBusdscope {}\\fR [\\fIOPTION\\fR...]", roff(verb.name));
  bool hasArguments = false;
  for (const OptionHelp& option : verb.options) {
    if (!option.isArgument) continue;
    hasArguments = true;
    page += fmt::format(" \\fI{}\\fR", roff(option.names.front()));
  }
  page += '\n';
  if (hasArguments) {
    page += ".SH ARGUMENTS\n";
    addOptions(verb, true, page);
  }
  page += ".SH OPTIONS\n";
  addOptions(verb, false, page);
  if (!verb.footer.empty()) page += ".SH NOTES\n" + roff(verb.footer) + '\n';
  addStatus(page);
  page += ".SH SEE ALSO\n\\fBusdscope\\fR(1)\n";
  return page;
}

}  // namespace usdscope
