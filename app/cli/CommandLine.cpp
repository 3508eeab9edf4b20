// SPDX-License-Identifier: Apache-2.0
#include "app/cli/CommandLine.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "app/cli/Messages.h"
#include "app/cli/PrintableStream.h"
#include "engine/base/MappedFile.h"
#include "engine/base/MemoryLimit.h"
#include "engine/base/Parallel.h"
#include "engine/base/UnreadFiles.h"
#include "engine/plugins/PluginSet.h"

namespace usdscope {
namespace {

bool isVerb(std::string_view name) {
  const auto all = verbs();
  return std::any_of(all.begin(), all.end(), [&](const Verb& verb) { return verb.name == name; });
}

// Returns the arguments with the verb in front.
void addImpliedVerb(std::vector<std::string>& arguments) {
  // Global options may precede the verb.
  const auto takesValue = [](const std::string& word) {
    return word.starts_with("--threads") || word.starts_with("--plugins") ||
           word.starts_with("--memory");
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
    arguments.insert(first, "view");
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

// Makes one line of a problem of the command line, which has no full stop if CLI11 has found it.
std::string usageText(const CLI::App*, const CLI::Error& error) {
  const std::string_view problem = error.what();
  return fmt::format("error: {}{} --help lists the options.\n", problem,
                     problem.ends_with('.') ? "" : ".");
}

}  // namespace

int runCommandLine(std::vector<std::string> arguments, VerbContext streams) {
  PrintableStream err(streams.err);
  VerbContext context{streams.out, err, streams.environment};
  CLI::App app("A viewer for scenes made of USD layers, and verbs that need no window.",
               "usdscope");
  app.set_version_flag("--version", "usdscope " USDSCOPE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.failure_message(usageText);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.footer(
      "usdscope FILE is usdscope view FILE. usdscope VERB --help lists the options of a verb.");
  std::size_t threads = 0;
  app.add_option("--threads", threads, "Number of threads; 0: one for each core")
      ->check(CLI::Range(0, 1024));
  std::optional<std::size_t> mebibytes;
  app.add_option("--memory", mebibytes,
                 "MiB of memory that may be used; 0: no limit. Otherwise half of the machine's "
                 "memory")
      ->check(CLI::Range(0, 1 << 30));
  std::vector<std::string> plugins;
  app.add_option("--plugins", plugins,
                 "Folder of plug-ins with kinds, metadata and codeless schemas, searched before "
                 "those of PXR_PLUGINPATH_NAME. May be repeated")
      ->allow_extra_args(false)
      ->take_all();

  RunVerb run;
  bool isWindow = false;
  for (const Verb& verb : verbs()) {
    CLI::App* command = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    command->group("Verbs");
    VerbOptions options(*command);
    RunVerb runThis = verb.declare(options);
    // The window shows changes, and reads files again.
    command->callback([&run, &isWindow, &verb, runThis = std::move(runThis)] {
      run = runThis;
      isWindow = verb.name == "view";
    });
  }

  addImpliedVerb(arguments);
  std::reverse(arguments.begin(), arguments.end());  // As CLI11 takes them.
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return app.exit(error, context.out, context.err) == 0 ? kSuccess : kWrongUsage;
  }
  setThreadCount(threads);
  if (mebibytes) limitMemory(*mebibytes << 20);
  context.environment = readPlugins(pluginPlaces(plugins));
  printDiagnostics(context.environment.pluginProblems(), context.err);
  takeFilesChangedWhileMapped();
  takeUnreadFiles();
  int status = runInMemory(run, context);
  if (!isWindow && printChangedFiles(context.err)) status = kFailure;
  context.out.flush();
  if (!context.out) {
    context.err << "error: The results could not be written.\n";
    return kFailure;
  }
  return status;
}

}  // namespace usdscope
