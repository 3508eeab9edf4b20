// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>

#include "app/Viewer.h"
#include "app/cli/CommandLine.h"
#include "app/cli/NearestWord.h"
#include "app/cli/Verbs.h"
#include "app/cli/help/Completions.h"
#include "app/cli/help/ExitStatus.h"
#include "app/cli/help/ManPages.h"
#include "app/cli/help/OptionsPage.h"
#include "app/cli/tools/Tools.h"
#include "app/files/ManualPages.h"
#include "engine/format/LayerSave.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

// Writes man pages, completions and the pages of the manual that come from tables to the folders
// below `share` that packages have.
int writeHelp(const std::string& share, VerbContext context) {
  const std::vector<CommandHelp> commands = commandHelps();
  std::vector<std::pair<std::string, std::string>> files = {
      {"man/man1/usdscope.1", programManPage(commands)},
      {"bash-completion/completions/usdscope", bashCompletion(commands)},
      {"zsh/site-functions/_usdscope", zshCompletion(commands)},
      {"fish/vendor_completions.d/usdscope.fish", fishCompletion(commands)},
      {"usdscope/manual/options.md", optionsPage(commands)}};
  if (const std::string page = viewerActionsPage(); !page.empty()) {
    files.emplace_back("usdscope/manual/keys.md", page);
  }
  for (std::size_t i = 1; i < commands.size(); ++i) {
    files.emplace_back(fmt::format("man/man1/usdscope-{}.1", commands[i].name),
                       verbManPage(commands[i]));
  }
  for (const auto& [name, text] : files) {
    const fs::path file = fs::path(share) / name;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const std::string problem = replaceFile(file.string(), text);
    if (problem.empty()) continue;
    context.err << "error: " << file.string() << ": " << problem << '\n';
    return kUnreadable;
  }
  return kSuccess;
}

std::string exitStatusText() {
  std::string text;
  for (const ExitStatusHelp& each : kExitStatuses) {
    text += fmt::format("{}  {}\n", each.status, each.meaning);
  }
  return text;
}

// All that `help` takes as its topic.
std::vector<std::string> topics() {
  std::vector<std::string> words = {"differences", "status"};
  for (const Verb& verb : verbs()) words.emplace_back(verb.name);
  for (const Tool& tool : tools()) words.emplace_back(tool.name);
  return words;
}

}  // namespace

RunVerb declareHelp(VerbOptions& command) {
  struct Options {
    std::string topic;
    std::string share;
    std::string manual;
  };
  auto options = std::make_shared<Options>();
  command.option(
      "TOPIC", options->topic,
      "A verb, a name of another tool (usdcat), differences (from the tools of OpenUSD), "
      "or status (exit statuses)");
  command.option(
      "--write", options->share,
      "Write man pages, completions for bash, zsh and fish, and pages of the manual below "
      "this folder, as they lie below /usr/share");
  command.option("--manual", options->manual, "Write the manual as HTML to this folder");
  return [options](VerbContext context) {
    if (!options->manual.empty()) {
      const std::string problem = writeManual(manualFolders(), options->manual);
      if (problem.empty()) return kSuccess;
      context.err << "error: " << problem << '\n';
      return kUnreadable;
    }
    if (!options->share.empty()) return writeHelp(options->share, context);
    if (options->topic == "differences") {
      context.out << toolDifferences();
      return kSuccess;
    }
    if (options->topic == "status") {
      context.out << exitStatusText();
      return kSuccess;
    }
    if (options->topic.empty()) return runCommandLine({"--help"}, context);
    if (findTool(options->topic)) return runTool(options->topic, {"--help"}, context);
    const auto all = verbs();
    if (std::ranges::find(all, options->topic, &Verb::name) == all.end()) {
      const std::string nearest = nearestWord(options->topic, topics());
      context.err << "error: There is no verb and no topic " << options->topic
                  << (nearest.empty() ? "." : "; the nearest one is " + nearest + ".") << '\n';
      return kWrongUsage;
    }
    return runCommandLine({options->topic, "--help"}, context);
  };
}

}  // namespace usdscope
