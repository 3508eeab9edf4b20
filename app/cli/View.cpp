// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <ostream>
#include <thread>

#include "app/Viewer.h"
#include "app/cli/Verbs.h"
#include "app/cli/ViewOpening.h"
#include "app/cli/tools/Tools.h"
#include "engine/asset/PackagePath.h"
#include "engine/base/FileBytes.h"
#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

constexpr int kNoThreads = 1 << 20;
constexpr double kMostClipMiB = 1024.0 * 1024.0;

/// The options of `view` as text.
struct ViewLine {
  ViewOptions options;
  ViewOpening opening;
  std::string renderer;
  int threads = kNoThreads;  ///< kNoThreads if it is not given.
  bool hasBoxes = false;
  // Files are never locked, so that layers need not be detached from them.
  bool isDetached = false;
  std::string detached;
  std::string attached;
  // They concern Python, or measure the libraries of OpenUSD.
  bool hasNoPlugins = false;
  bool tracesPython = false;
  std::string memoryStatistics;
  std::string traceFile;
  std::string traceFormat;
  // Reading and drawing never block the window.
  bool isAsynchronous = false;
};

void addUsdviewOptions(VerbOptions& command, ViewLine& line) {
  ViewOptions& options = line.options;
  command.option("-c,--complexity", options.complexity, "Level of refinement of curved surfaces")
      .oneOf({"low", "medium", "high", "veryhigh"});
  command.flag("--norender", options.hasNoPicture, "Draw no picture; show the panes only");
  command.flag("--timing", options.printsTimes, "Print how long opening and drawing take");
  command.flag("--defaultsettings", options.hasDefaultSettings,
               "Use the default settings, and keep no changes of them");
  command.flag("--clearsettings", options.clearsSettings,
               "Set the settings of the window back to the defaults. How scenes were left, and "
               "unsaved edits, stay");
  command.option("--config", options.config,
                 "Name of a set of settings, which is read and kept apart from the others");
  command.flag("--bboxStandin", line.hasBoxes,
               "Accepted, but without effect: unloaded payloads are always drawn as boxes");
  command.option("--renderer", line.renderer,
                 "Accepted, but without effect: there is one renderer");
  command.option("--numThreads", line.threads,
                 "Number of threads; 0: one for each core, -N: all cores but N");
  command.flag("--quitAfterStartup", options.quitsAfterStart,
               "Quit when the first picture is drawn");
  const char* noEffect = "Accepted, but without effect: files are never locked";
  command.flag("--detachLayers", line.isDetached, noEffect);
  command.option("--detachLayersInclude", line.detached, noEffect);
  command.option("--detachLayersExclude", line.attached, noEffect);
  command.flag("--noplugins", line.hasNoPlugins,
               "Accepted, but without effect: there are no plug-ins with code");
  const char* noTrace = "Accepted, but without effect: `usdscope bench` measures";
  command.option("--memstats", line.memoryStatistics, noTrace)
      .oneOf({"none", "stage", "stageAndImaging"});
  command.option("--traceToFile", line.traceFile, noTrace);
  command.option("--traceFormat", line.traceFormat, noTrace).oneOf({"chrome", "trace"});
  command.flag("--tracePython", line.tracesPython, noTrace);
  command.flag("--allow-async", line.isAsynchronous,
               "Accepted, but without effect: reading and drawing never block the window");
}

bool isNameOfConfig(const std::string& name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](unsigned char c) {
    return (std::isalnum(c) && c < 128) || c == '-' || c == '_';
  });
}

// Returns false, after an error.
bool readScript(ViewOptions& options, VerbContext context) {
  if (options.script.empty()) return true;
  const FileBytesResult read = readFileBytes(options.script);
  if (!read.bytes) {
    context.err << "error: --script " << options.script << ": " << read.problem << '\n';
    context.failsWith(kUnreadable);
    return false;
  }
  options.scriptText = read.bytes->text();
  return true;
}

// Returns false, after an error.
bool checkLine(ViewLine& line, VerbContext context) {
  ViewOptions& options = line.options;
  if (options.file == "-") {
    context.err << "error: The window follows the files of its scene, so that it needs a file, not "
                   "standard input.\n";
    context.failsWith(kWrongUsage);
    return false;
  }
  std::error_code error;
  const std::string onDisk = splitOuterPackage(options.file).package;
  if (!options.file.empty() && !std::filesystem::exists(onDisk, error)) {
    context.err << "error: " << options.file << ": There is no such file.\n";
    context.failsWith(kUnreadable);
    return false;
  }
  if (!options.config.empty() && !isNameOfConfig(options.config)) {
    context.err << "error: --config " << options.config
                << ": Expected letters, digits, - and _, at most 64.\n";
    context.failsWith(kWrongUsage);
    return false;
  }
  if (options.hasDefaultSettings && options.clearsSettings) {
    context.err << "error: --defaultsettings and --clearsettings cannot be given together: default "
                   "settings are not kept, so that nothing would be cleared.\n";
    context.failsWith(kWrongUsage);
    return false;
  }
  const auto opening = readOpening(line.opening, context);
  if (!opening) context.failsWith(kWrongUsage);
  if (!opening || !readScript(options, context)) return false;
  options.opening = *opening;
  if (options.opening && options.file.empty()) {
    context.err << "note: Options about opening have no effect without a file.\n";
  }
  if (!line.renderer.empty()) {
    context.err << "note: --renderer " << line.renderer << " is ignored: there is one renderer.\n";
  }
  if (line.hasBoxes) {
    context.err << "note: --bboxStandin is ignored: unloaded payloads are always drawn as boxes.\n";
  }
  if (!line.traceFile.empty()) {
    context.err << "note: --traceToFile " << line.traceFile
                << " is ignored, and the file is not written: `usdscope bench` measures.\n";
  }
  return true;
}

void setThreads(int wanted) {
  if (wanted == kNoThreads) return;
  const int cores = int(std::max(std::thread::hardware_concurrency(), 1u));
  setThreadCount(std::size_t(wanted < 0 ? std::max(cores + wanted, 1) : wanted));
}

}  // namespace

RunVerb declareView(VerbOptions& command) {
  auto line = std::make_shared<ViewLine>();
  ViewOptions& options = line->options;
  command.option("FILE", options.file, "Scene to open; without it the window starts empty");
  command.option("--run", options.run,
                 "Actions to run: \"frame 24; select /World; screenshot out.png; quit\"");
  command.option("--script", options.script,
                 "File with actions to run, one a line; # begins a comment");
  command.option("--listen", options.listen,
                 "Path of a Unix socket that takes one action a line and answers in JSON; `help` "
                 "lists them. Only programs of the same user may connect");
  command.option("--settings", options.settings,
                 "Folder of settings and unsaved edits; without it the user's, and for --run and "
                 "--script none");
  command.option("--skinning", options.skinning, "Device that skins characters")
      .oneOf({"auto", "cpu", "gpu"});
  command
      .option("--clipBudget", options.clipMebibytes,
              "MiB of value clips that may stay in memory; without it that of the preferences")
      .inRange(0.0, kMostClipMiB);
  addOpeningOptions(command, line->opening);
  addUsdviewOptions(command, *line);
  return [line](VerbContext context) {
    if (!checkLine(*line, context)) return kFailure;
    setThreads(line->threads);
    line->options.environment = context.environment;
    return runViewer(line->options);
  };
}

RunVerb declareUsdView(VerbOptions& command) {
  const RunVerb run = declareView(command);
  command.find("FILE").required();
  return [run](VerbContext context) { return run(context) == kSuccess ? 0 : 1; };
}

}  // namespace usdscope
