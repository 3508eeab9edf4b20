// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CommandLine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/cli/Messages.h"
#include "app/cli/NearestWord.h"
#include "app/cli/PrintableStream.h"
#include "app/cli/ProgressLine.h"
#include "app/cli/SourceCommit.h"
#include "app/cli/TextColors.h"
#include "app/cli/VerbOptions.h"
#include "app/cli/help/CommandHelp.h"
#include "app/cli/tools/Tools.h"
#include "engine/asset/ResolverContext.h"
#include "engine/base/MappedFile.h"
#include "engine/base/MemoryLimit.h"
#include "engine/base/Parallel.h"
#include "engine/base/UnreadFiles.h"
#include "engine/base/Utf8.h"
#include "engine/image/DisplayTransform.h"
#include "engine/image/ReadVdb.h"
#include "engine/plugins/PluginSet.h"

namespace usdscope {
namespace {

constexpr double kLeastResolverSeconds = 0.01;
constexpr double kMostResolverSeconds = 86400.0;

bool isVerb(std::string_view name) {
  const auto all = verbs();
  return std::any_of(all.begin(), all.end(), [&](const Verb& verb) { return verb.name == name; });
}

// Puts the verb `view` in front of the arguments if it is missing. Returns the word that follows
// it; empty if nothing is added or follows.
std::string addImpliedVerb(std::vector<std::string>& arguments) {
  // Global options may precede the verb.
  const auto takesValue = [](const std::string& word) {
    return word.starts_with("--threads") || word.starts_with("--plugins") ||
           word.starts_with("--memory") || word.starts_with("--mapPath") ||
           word.starts_with("--resolver") || word.starts_with("--expressionVariable") ||
           word.starts_with("--install-links");
  };
  const auto isOwn = [&](const std::string& word) {
    return word == "-h" || word == "--help" || word == "--version" || takesValue(word);
  };
  auto first = arguments.begin();
  while (first != arguments.end() && takesValue(*first)) {
    const bool hasValueBehind =
        first->find('=') == std::string::npos && first + 1 != arguments.end();
    first += hasValueBehind ? 2 : 1;
  }
  if (first == arguments.end() ? arguments.empty() : !isVerb(*first) && !isOwn(*first)) {
    const std::string word = first == arguments.end() ? "" : *first;
    arguments.insert(first, "view");
    return word;
  }
  return {};
}

// Some options of OpenUSD's tools have long names behind a single hyphen.
void useLongNames(std::vector<std::string>& arguments) {
  constexpr std::pair<std::string_view, std::string_view> kLongNames[] = {
      {"-cam", "--camera"},
      {"-color", "--colorCorrectionMode"},
      {"-rp", "--renderPassPrimPath"},
      {"-rs", "--renderSettingsPrimPath"}};
  for (std::string& word : arguments) {
    for (const auto& [typed, full] : kLongNames) {
      if (word == typed) word = full;
    }
  }
}

// Runs a verb. Allocations that fail end the verb, and never the program without a message.
int runInMemory(const RunVerb& run, VerbContext& context) {
  try {
    return run(context);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
    // Something would be larger than any memory.
  } catch (const std::exception& problem) {
    // For example of a library, or of work for which another thread has waited in vain.
    context.err << "error: The verb ended too early: " << problem.what() << ".\n";
    return kFailure;
  }
  const std::size_t limit = memoryLimit() >> 20;
  context.err << "error: There is not enough memory; the verb ended too early."
              << (limit > 0 ? fmt::format(" It may use {} MiB; --memory sets this.", limit) : "")
              << '\n';
  return kFailure;
}

// The options that every verb has, and the verb that is chosen.
struct ProgramLine {
  std::size_t threads = 0;
  std::optional<std::size_t> mebibytes;
  std::vector<std::string> plugins;
  std::vector<std::string> pathMaps;
  std::string resolver;
  std::optional<double> resolverSeconds;
  std::string resolverContext;
  std::vector<std::string> expressionVariables;
  std::string linkFolder;
  RunVerb run;
  std::string verb;
};

// Like runInMemory(). Shows the progress of a verb that takes long, if `err` is a terminal.
int runShowingProgress(const ProgramLine& line, VerbContext& context, std::ostream& err) {
  // The window is its own progress, and a thumbnail is made by a fork of this process.
  const bool isShown = line.verb != "view" && line.verb != "thumbnail" && line.verb != "help";
  const auto progress = isShown ? ProgressLine::onTerminal(context.out, err, line.verb) : nullptr;
  if (!progress) return runInMemory(line.run, context);
  PrintableStream shownErr(progress->err(), progress.get(), mayHaveColors(err));
  VerbContext shown{progress->out(), shownErr, context.environment, context.reason};
  const int status = runInMemory(line.run, shown);
  shown.out.flush();
  if (!shown.out) context.out.setstate(std::ios::badbit);
  return status;
}

// Returns `status`, or another one with a message if the results have not arrived.
int written(int status, const VerbContext& context) {
  context.out.flush();
  if (context.out) return status;
  // The reason has been reported if a file cannot be written, or by `help`, which runs a line.
  if (status != kUnreadable) context.err << "error: The results could not be written.\n";
  return kUnreadable;
}

// The names of all options of a command and of the program.
std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  const auto add = [&](const CLI::App& each) {
    for (const CLI::Option* option : each.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
  };
  add(app);
  for (const CLI::App* command : app.get_subcommands()) add(*command);
  return names;
}

// A sentence about the first unknown option, with the option that was probably meant; empty if all
// options are known. Words behind `--` are arguments.
std::string unknownOption(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto mark = std::ranges::find(arguments, "--");
  for (const std::string& word : app.remaining(true)) {
    if (word.size() < 2 || word[0] != '-' || word == "--") continue;
    const bool isArgument = std::find(arguments.begin(), mark, word) == mark &&
                            std::find(mark, arguments.end(), word) != arguments.end();
    if (isArgument) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string nearest = nearestWord(name, optionNames(app));
    return fmt::format("error: There is no option {}{} --help lists the options.\n", name,
                       nearest.empty() ? "." : "; the nearest one is " + nearest + ".");
  }
  return {};
}

// A sentence about a first word that is neither a file nor a verb but looks like a verb; else
// empty.
std::string unknownVerb(const std::string& word) {
  std::error_code error;
  const bool isName =
      !word.empty() && !word.starts_with('-') && word.find_first_of("./") == std::string::npos;
  if (!isName || std::filesystem::exists(word, error)) return {};
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  const std::string nearest = nearestWord(word, names);
  return fmt::format("error: There is no verb and no file {}{} --help lists the verbs.\n", word,
                     nearest.empty() ? "." : "; the nearest verb is " + nearest + ".");
}

// Makes one line of a problem of the command line, which has no full stop if CLI11 has found it.
std::string usageText(const CLI::App*, const CLI::Error& error) {
  const std::string_view problem = error.what();
  return fmt::format("error: {}{} --help lists the options.\n", problem,
                     problem.ends_with('.') ? "" : ".");
}

constexpr const char* kProgramSummary =
    "A viewer for scenes made of USD layers, and verbs that need no window.";

void declareProgram(CLI::App& app, ProgramLine& line) {
  app.set_version_flag(
      "--version",
      fmt::format("usdscope {} ({})\n{}\n{}", USDSCOPE_VERSION, sourceCommit(),
                  canReadVdb() ? "with OpenVDB " + vdbVersion()
                               : "without OpenVDB: volumes are drawn as boxes",
                  canUseOpenColorIo() ? "with OpenColorIO " + openColorIoVersion()
                                      : "without OpenColorIO: colours are encoded as sRGB only"));
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(usageText);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.footer(
      "usdscope FILE is usdscope view FILE. usdscope VERB --help lists the options of a verb.");
  app.add_option("--threads", line.threads, "Number of threads; 0: one for each core")
      ->check(CLI::Range(0, 1024));
  app.add_option("--memory", line.mebibytes,
                 "MiB of memory that may be used; 0: no limit. Otherwise half of the machine's "
                 "memory")
      ->check(CLI::Range(0, 1 << 30));
  app.add_option("--plugins", line.plugins,
                 "Folder of plug-ins with kinds, metadata and codeless schemas, searched before "
                 "those of PXR_PLUGINPATH_NAME. May be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--mapPath", line.pathMaps,
                 "FROM=TO: asset paths that begin with FROM begin with TO instead, for scenes of "
                 "other systems: 'P:\\=/mnt/p'. May be repeated; also in USDSCOPE_MAP_PATH, "
                 "separated by ;")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option(
      "--resolver", line.resolver,
      "Command that prints the file of an asset id, a path with a scheme such as "
      "asset:lamp?v=3; %p is the id. Asked about paths in layers only: the scene itself is "
      "named as a file. Runs without a shell. Also in USDSCOPE_RESOLVER");
  app.add_option("--resolverTimeout", line.resolverSeconds,
                 "Seconds after which the command is given up; otherwise 10. Also in "
                 "USDSCOPE_RESOLVER_TIMEOUT")
      ->check(whyNotFinite)
      ->check(CLI::Range(kLeastResolverSeconds, kMostResolverSeconds));
  app.add_option("--resolverContext", line.resolverContext,
                 "JSON file with search paths, rules for paths, a resolver command and expression "
                 "variables, for all scenes. Also in USDSCOPE_RESOLVER_CONTEXT");
  app.add_option("--expressionVariable", line.expressionVariables,
                 "NAME=VALUE: an expression variable that is a string, in the session layer of all "
                 "scenes. May be repeated; also in USDSCOPE_EXPRESSION_VARIABLES, separated by ;")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--install-links", line.linkFolder,
                 "Make links in this folder by which the program answers to the names of "
                 "OpenUSD's tools, and quit");
  for (const Verb& verb : verbs()) {
    CLI::App* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    command->group("Verbs");
    VerbOptions options(*command);
    RunVerb runThis = verb.declare(options);
    command->callback([&line, &verb, runThis = std::move(runThis)] {
      line.run = runThis;
      line.verb = verb.name;
    });
  }
}

// Returns a rule of --mapPath that has no FROM or no `=`; null if all are well.
const std::string* badPathMap(const std::vector<std::string>& maps) {
  const auto found = std::ranges::find_if(maps, [](const std::string& map) {
    const std::size_t sign = map.find('=');
    return sign == 0 || sign == std::string::npos;
  });
  return found == maps.end() ? nullptr : &*found;
}

// Puts the rules of --mapPath before those of the environment, where resolvers look for them.
void addPathMaps(const std::vector<std::string>& maps) {
  if (maps.empty()) return;
  std::string all = fmt::format("{}", fmt::join(maps, ";"));
  if (const char* present = std::getenv("USDSCOPE_MAP_PATH")) all += std::string(";") + present;
  ::setenv("USDSCOPE_MAP_PATH", all.c_str(), 1);
}

// Returns a variable of --expressionVariable that has no name or no `=`, or a `;`; null if all are
// well.
const std::string* badExpressionVariable(const std::vector<std::string>& variables) {
  const auto found = std::ranges::find_if(variables, [](const std::string& variable) {
    const std::size_t sign = variable.find('=');
    return sign == std::string::npos || variable.find(';') != std::string::npos ||
           !isExpressionVariableName(variable.substr(0, sign));
  });
  return found == variables.end() ? nullptr : &*found;
}

std::vector<std::string> partsOfVariable(const char* name) {
  std::vector<std::string> parts;
  const char* const text = std::getenv(name);
  std::istringstream in(text ? text : "");
  for (std::string part; std::getline(in, part, ';');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// Says which variable of the environment has a value that the option of the same meaning refuses;
// empty if none has.
std::string environmentProblem() {
  const std::vector<std::string> maps = partsOfVariable("USDSCOPE_MAP_PATH");
  if (const std::string* map = badPathMap(maps)) {
    return "USDSCOPE_MAP_PATH: " + *map + ": Expected FROM=TO.";
  }
  const std::vector<std::string> variables = partsOfVariable("USDSCOPE_EXPRESSION_VARIABLES");
  if (const std::string* variable = badExpressionVariable(variables)) {
    return "USDSCOPE_EXPRESSION_VARIABLES: " + *variable +
           ": Expected NAME=VALUE, with letters, digits and _ in NAME.";
  }
  const char* const variable = std::getenv("USDSCOPE_RESOLVER_TIMEOUT");
  const std::string_view text = variable ? variable : "";
  double seconds = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool isNumber = read.ec == std::errc() && read.ptr == text.data() + text.size();
  const bool isInRange = seconds >= kLeastResolverSeconds && seconds <= kMostResolverSeconds;
  if (text.empty() || (isNumber && isInRange)) return {};
  return fmt::format("USDSCOPE_RESOLVER_TIMEOUT: {}: Expected a number from {} to {}.", text,
                     kLeastResolverSeconds, kMostResolverSeconds);
}

// Returns false, after an error, if a variable of the environment is faulty.
bool hasEnvironment(std::ostream& err) {
  const std::string problem = environmentProblem();
  if (!problem.empty()) err << "error: " << printableLines(problem) << '\n';
  return problem.empty();
}

// Puts the context and the expression variables where resolvers and stages look for them. A
// variable of the command line comes last, so that it wins.
void setContext(const ProgramLine& line) {
  if (!line.resolverContext.empty()) {
    // Programs that inherit the variable may run in other folders.
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(line.resolverContext, error);
    const std::string text = error ? line.resolverContext : file.string();
    ::setenv("USDSCOPE_RESOLVER_CONTEXT", text.c_str(), 1);
  }
  if (line.expressionVariables.empty()) return;
  std::string all = fmt::format("{}", fmt::join(line.expressionVariables, ";"));
  const char* present = std::getenv("USDSCOPE_EXPRESSION_VARIABLES");
  if (present) all = std::string(present) + ';' + all;
  ::setenv("USDSCOPE_EXPRESSION_VARIABLES", all.c_str(), 1);
}

// Returns false, after an error, if the resolver context cannot be read.
bool hasContext(std::ostream& err) {
  const ResolverContextResult result = resolverContextFromEnvironment();
  if (result.context) return true;
  err << "error: The resolver context " << printableLines(std::getenv("USDSCOPE_RESOLVER_CONTEXT"))
      << ": " << printableLines(result.problem) << '\n';
  return false;
}

// Puts the command for asset ids where resolvers look for it.
void setResolver(const std::string& command, const std::optional<double>& seconds) {
  if (!command.empty()) ::setenv("USDSCOPE_RESOLVER", command.c_str(), 1);
  if (seconds) ::setenv("USDSCOPE_RESOLVER_TIMEOUT", fmt::format("{}", *seconds).c_str(), 1);
}

OptionHelp helpOf(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  help.isArgument = help.names.empty();
  if (help.isArgument) help.names.push_back(option.get_name(true));
  help.description = option.get_description();
  if (option.get_items_expected_max() == 0) return help;
  // `TEXT:{usda,usdc}`; numbers have ranges: `INT in [1 - 4]`.
  const std::string type = option.get_type_name();
  const std::size_t brace = type.find(":{");
  help.value = type.substr(0, std::min(brace, type.find_first_of(": ")));
  if (help.value.empty()) help.value = "TEXT";
  if (brace == std::string::npos) return help;
  const std::size_t end = type.find('}', brace);
  for (std::size_t begin = brace + 2; begin < end;) {
    const std::size_t comma = std::min(type.find(',', begin), end);
    help.choices.push_back(type.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return help;
}

CommandHelp helpOf(const CLI::App& app) {
  CommandHelp help{app.get_name(), app.get_description(), {}, app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) help.options.push_back(helpOf(*option));
  }
  return help;
}

// A sentence about an option that stands where the value of another one is missing; empty if there
// is none. A value behind `=` may have any form.
std::string optionWithoutValue(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* verb = nullptr;
  const auto find = [&](const std::string& word) -> const CLI::Option* {
    if (!word.starts_with('-') || word.find('=') != std::string::npos) return nullptr;
    const CLI::Option* option = verb ? verb->get_option_no_throw(word) : nullptr;
    return option ? option : app.get_option_no_throw(word);
  };
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& word = arguments[i];
    const CLI::Option* option = find(word);
    if (!option) {
      for (const CLI::App* each : app.get_subcommands({})) {
        if (!verb && each->get_name() == word) verb = each;
      }
      continue;
    }
    if (option->get_items_expected_min() == 0 || i + 1 == arguments.size()) continue;
    const std::string& next = arguments[++i];
    if (!next.starts_with("--") || !find(next)) continue;
    return fmt::format("error: {} needs a value, but the option {} follows.\n", word, next);
  }
  return {};
}

// Completes the beginnings of long options, as Python's parser of arguments does. Returns a
// sentence about a beginning that several options have; empty if there is none.
std::string completeOptions(const CLI::App& app, std::vector<std::string>& arguments) {
  for (std::string& word : arguments) {
    if (word == "--") break;
    const std::string name = word.substr(0, word.find('='));
    if (name.size() < 3 || !name.starts_with("--") || app.get_option_no_throw(name)) continue;
    std::vector<std::string> fitting;
    for (const CLI::Option* option : app.get_options()) {
      // Only the first of several names of one option.
      for (const std::string& each : option->get_lnames()) {
        if (!each.starts_with(name.substr(2))) continue;
        fitting.push_back("--" + each);
        break;
      }
    }
    if (fitting.size() > 1) {
      return fmt::format("error: {} may be {}.\n", name, fmt::join(fitting, " or "));
    }
    if (!fitting.empty()) word.replace(0, name.size(), fitting.front());
  }
  return {};
}

// Reads a command line into the app. Returns the exit status if the program ends with it, with help
// or an error.
std::optional<int> parse(CLI::App& app, const std::vector<std::string>& arguments,
                         const VerbContext& context, int* cli11Status = nullptr) {
  const auto refuse = [&](const CLI::Error& error) {
    const std::string problem = unknownOption(app, arguments);
    if (problem.empty()) app.exit(error, context.out, context.err);
    context.err << problem;
    if (cli11Status) *cli11Status = error.get_exit_code();
    return kWrongUsage;
  };
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // As CLI11 wants.
  } catch (const CLI::ParseError& error) {
    // A misspelled option explains other problems, because its value is taken for an argument.
    if (error.get_exit_code() != 0) return refuse(error);
    app.exit(error, context.out, context.err);
    if (cli11Status) *cli11Status = 0;
    return kSuccess;
  }
  return std::nullopt;
}

}  // namespace

std::vector<CommandHelp> commandHelps() {
  CLI::App app(kProgramSummary, "usdscope");
  ProgramLine line;
  declareProgram(app, line);
  std::vector<CommandHelp> helps = {helpOf(app)};
  for (const CLI::App* command : app.get_subcommands({})) helps.push_back(helpOf(*command));
  return helps;
}

int runTool(std::string_view name, std::vector<std::string> arguments, VerbContext streams) {
  const Tool& tool = *findTool(name);
  PrintableStream err(streams.err);
  VerbContext context{streams.out, err, streams.environment};
  CLI::App app(std::string(tool.summary), std::string(tool.name));
  app.failure_message(usageText);
  VerbOptions options(app);
  const RunVerb run = tool.declare(options);
  useLongNames(arguments);
  std::string problem = tool.usesCli11 ? std::string() : completeOptions(app, arguments);
  if (problem.empty() && !tool.usesCli11) problem = optionWithoutValue(app, arguments);
  if (!problem.empty()) {
    context.err << problem;
    return kWrongUsage;
  }
  int cli11Status = 0;
  if (const auto status = parse(app, arguments, context, &cli11Status)) {
    return tool.usesCli11 ? cli11Status : *status;
  }
  if (!hasEnvironment(context.err) || !hasContext(context.err)) return 1;
  context.environment = readPlugins(pluginPlaces({}));
  const int status = runInMemory(run, context);
  context.out.flush();
  return context.out ? status : 1;
}

int runCommandLine(std::vector<std::string> arguments, VerbContext streams) {
  PrintableStream err(streams.err, nullptr, mayHaveColors(streams.err));
  VerbContext context{streams.out, err, streams.environment, streams.reason};
  CLI::App app(kProgramSummary, "usdscope");
  ProgramLine line;
  declareProgram(app, line);
  if (arguments.size() == 2 && arguments[0] == "--install-links") {
    return installLinks(arguments[1], context);
  }
  constexpr std::string_view kLinks = "--install-links=";
  if (arguments.size() == 1 && arguments[0].starts_with(kLinks)) {
    return installLinks(arguments[0].substr(kLinks.size()), context);
  }
  const std::string impliedFile = addImpliedVerb(arguments);
  const bool hasToolsOptions = std::ranges::any_of(
      arguments, [](const std::string& word) { return word == "view" || word == "record"; });
  if (hasToolsOptions) useLongNames(arguments);
  for (const std::string& problem :
       {unknownVerb(impliedFile), optionWithoutValue(app, arguments)}) {
    if (problem.empty()) continue;
    context.err << problem;
    return kWrongUsage;
  }
  if (const auto status = parse(app, arguments, context)) return written(*status, context);
  if (const std::string* map = badPathMap(line.pathMaps)) {
    context.err << "error: --mapPath " << *map << ": Expected FROM=TO.\n";
    return kWrongUsage;
  }
  if (const std::string* variable = badExpressionVariable(line.expressionVariables)) {
    context.err << "error: --expressionVariable " << *variable
                << ": Expected NAME=VALUE, with letters, digits and _ in NAME and no ; in VALUE.\n";
    return kWrongUsage;
  }
  setThreadCount(line.threads);
  if (line.mebibytes) limitMemory(*line.mebibytes << 20);
  if (line.verb != "help" && !hasEnvironment(context.err)) return kWrongUsage;
  addPathMaps(line.pathMaps);
  setResolver(line.resolver, line.resolverSeconds);
  setContext(line);
  if (line.verb != "help" && !hasContext(context.err)) return kUnreadable;
  context.environment = readPlugins(pluginPlaces(line.plugins));
  printDiagnostics(context.environment.pluginProblems(), context.err);
  takeFilesChangedWhileMapped();
  takeUnreadFiles();
  int status = runShowingProgress(line, context, streams.err);
  if (status != kSuccess && *context.reason != kSuccess) status = *context.reason;
  // The window shows changes, and reads files again.
  if (line.verb != "view" && printChangedFiles(context.err)) status = kUnreadable;
  return written(status, context);
}

int runProgram(std::string_view invokedAs, std::vector<std::string> arguments,
               VerbContext context) {
  if (findTool(invokedAs)) return runTool(invokedAs, std::move(arguments), std::move(context));
  return runCommandLine(std::move(arguments), std::move(context));
}

}  // namespace usdscope
