// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>

#include "app/cli/FileJob.h"
#include "app/cli/Messages.h"
#include "app/cli/Recorder.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/Verbs.h"
#include "app/cli/thumbnail/Preview.h"
#include "app/cli/thumbnail/Sandbox.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/base/FileBytes.h"
#include "engine/base/MemoryCrash.h"
#include "engine/base/MemoryLimit.h"
#include "engine/base/UnfinishedFile.h"
#include "engine/image/WritePng.h"

namespace usdscope {
namespace {

// A scene that needs more is not worth a picture in a list of files.
constexpr std::size_t kThumbnailBytes = std::size_t(2) << 30;
constexpr rlim_t kMostFileBytes = 64 << 20;

#ifdef NDEBUG
constexpr double kProcessorSeconds = 1.0;
#else
constexpr double kProcessorSeconds = 30.0;  // Builds for debugging and sanitizers are slow.
#endif

struct ThumbnailOptions {
  StageOptions stage;
  FileJobOptions job;
  std::string out;
  std::string temporaryFolder;  ///< For the picture that goes to standard output.
  bool printsJson = false;
  int size = 256;
  double processorSeconds = kProcessorSeconds;
  int seconds = 10;
};

void lowerLimit(int resource, rlim_t value) {
  struct rlimit limit = {};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, value);
  ::setrlimit(resource, &limit);
}

// Ends the process after this time, whatever it is doing. `timer` is ITIMER_REAL or ITIMER_PROF,
// and `signal` is its signal. The signal to terminate removes unfinished files.
void endAfter(double seconds, int timer, int signal) {
  std::signal(signal, [](int) { std::raise(SIGTERM); });
  struct itimerval value = {};
  value.it_value.tv_sec = time_t(seconds);
  value.it_value.tv_usec = suseconds_t((seconds - std::floor(seconds)) * 1e6);
  ::setitimer(timer, &value, nullptr);
}

// Limits the work on a file that may be made to take long. The time of the processor is that of all
// threads together, so that it does not depend on their number or on other programs.
void limitThumbnail(const ThumbnailOptions& options) {
  endAfter(options.processorSeconds, ITIMER_PROF, SIGPROF);
  endAfter(options.seconds, ITIMER_REAL, SIGALRM);
  lowerLimit(RLIMIT_CPU, rlim_t(std::ceil(options.processorSeconds)) + 1);
  lowerLimit(RLIMIT_FSIZE, kMostFileBytes);
  lowerLimit(RLIMIT_CORE, 0);
  const std::size_t present = memoryLimit();
  if (present > 0 && present <= kThumbnailBytes) return;
  if (limitMemory(kThumbnailBytes)) {
    // The usual message would name --memory, which cannot raise this limit.
    endWithMessageWhenMemoryIsOut(
        "error: There is not enough memory; the program ended too early. A thumbnail may use 2 GiB "
        "at most.\n",
        kFailure);
  }
}

// Mesa's software renderer compiles each shader for the processor when it is used for the first
// time. Optimizing them takes three quarters of the time of a thumbnail, and one small picture does
// not need fast shaders. Other drivers ignore the variable.
void avoidOptimizedShaders() { ::setenv("GALLIVM_PERF", "nopt", 0); }

int drawThumbnail(const ThumbnailOptions& options, std::shared_ptr<const Stage> stage,
                  const VerbContext& context) {
  RecordJob job;
  job.stage = options.stage;
  job.opened = std::move(stage);
  job.isFirstFrameOnly = true;
  job.isQuiet = true;
  job.needsContent = true;
  job.output.file = options.out;
  job.output.isPattern = false;
  job.output.pixels.isTransparent = true;
  job.pictures.pixels = job.output.pixels;
  job.pictures.settings.width = job.pictures.settings.height = options.size;
  job.pictures.settings.showRender = true;
  job.pictures.settings.showProxy = false;
  job.pictures.settings.showGrid = false;
  job.pictures.camera.name = previewCamera(*job.opened);
  job.pictures.camera.fitsAperture = true;
  return Recorder(std::move(job), context).run();
}

// Writes the bytes of a file to standard output.
int printFile(const std::string& file, const VerbContext& context) {
  const FileBytesResult read = readFileBytes(file);
  if (!read.bytes) {
    context.err << "error: " << read.problem << '\n';
    return kUnreadable;
  }
  context.out << read.bytes->text() << std::flush;
  if (context.out) return kSuccess;
  context.err << "error: The results could not be written.\n";
  return kUnreadable;
}

int runThumbnail(const ThumbnailOptions& options, const VerbContext& context) {
  if (options.out == "-") {
    ThumbnailOptions other = options;
    other.out = options.temporaryFolder + "/thumbnail.png";
    const int status = runThumbnail(other, context);
    return status == kSuccess ? printFile(other.out, context) : status;
  }
  limitThumbnail(options);
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage || !mayWrite(stage, options.out, context) || hasChangedFiles(context)) return kFailure;
  if (const auto preview = previewImage(*stage, options.size)) {
    const std::string problem = writePngFile(*preview, options.out);
    if (problem.empty()) return kSuccess;
    context.err << "error: " << options.out << ": " << problem << '\n';
    return kUnreadable;
  }
  return drawThumbnail(options, stage, context);
}

std::string variable(const char* name) {
  const char* value = ::getenv(name);
  return value ? value : "";
}

// Makes a folder in which drivers keep compiled shaders, so that the next thumbnail needs less
// time. It is for thumbnails alone: those shaders are machine code, and a file from a stranger must
// not leave any for other programs. Returns an empty name if there is no such folder.
std::string makeShaderCache() {
  for (const char* name : {"MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"}) {
    const std::string value = variable(name);
    for (const std::string_view yes : {"1", "true", "yes", "y", "t"}) {
      if (value == yes) return {};
    }
  }
  std::string folder = variable("MESA_SHADER_CACHE_DIR");
  const std::string home = variable("HOME");
  if (folder.empty()) folder = variable("XDG_CACHE_HOME");
  if (folder.empty() && !home.empty()) folder = home + "/.cache";
  if (folder.empty()) return {};
  folder += "/usdscope/thumbnails";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? std::string() : folder;
}

// Makes drivers keep shaders in a folder, or nowhere without one. This concerns Mesa and NVIDIA.
void useShaderCache(const std::string& folder) {
  if (folder.empty()) {
    ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    ::setenv("__GL_SHADER_DISK_CACHE", "0", 1);
    return;
  }
  ::setenv("MESA_SHADER_CACHE_DIR", folder.c_str(), 1);
  ::setenv("__GL_SHADER_DISK_CACHE_PATH", folder.c_str(), 1);
}

// The folder or the device that the picture is written to. A link to a file is replaced, so that
// the folder it leads to is not written to.
std::string writtenPlace(const ThumbnailOptions& options) {
  namespace fs = std::filesystem;
  if (options.out == "-") return options.temporaryFolder;
  std::error_code error;
  const fs::path out = fs::absolute(options.out, error);
  return (fs::is_other(out, error) ? out : out.parent_path()).string();
}

// Draws in the child and ends it: the loop over the files is that of the parent, and so are threads
// that libraries started, for which the usual end of a program waits. The child does not outlive
// the parent, which a file manager may end.
[[noreturn]] void endChild(pid_t parent, const ThumbnailOptions& options,
                           const VerbContext& context) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kFailure);  // It has ended already.
  avoidOptimizedShaders();
  const std::string cache = makeShaderCache();
  useShaderCache(cache);
  // A resolver command is a program that the user trusts, and may need what the sandbox refuses.
  if (searchFromEnvironment(options.stage.file).resolverCommand.empty()) {
    enterSandbox({writtenPlace(options), cache});
  }
  int status = kFailure;
  try {
    status = runOnFile(options.stage.file, [&] { return runThumbnail(options, context); }, context);
    if (printChangedFiles(context.err)) status = kUnreadable;
    context.out.flush();
    context.err.flush();
  } catch (...) {
    status = kFailure;  // The message itself found no memory.
  }
  ::_exit(status);
}

bool isCrash(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGABRT;
}

// Draws one file in a process of its own, because the limits are those of a process, and what they
// end has an error and an exit status. Nothing runs on other threads yet.
int runInChild(ThumbnailOptions options, const VerbContext& context) {
  // The sandbox does not let the child remove a folder in that of other programs.
  std::optional<UnfinishedFolder> folder;
  if (options.out == "-") {
    folder.emplace("usdscope-thumbnail");
    options.temporaryFolder = folder->path().string();
    if (options.temporaryFolder.empty()) {
      context.err << "error: No folder for temporary files can be made.\n";
      return kUnreadable;
    }
  }
  context.out.flush();
  context.err.flush();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    context.err << "error: " << options.stage.file << ": No process can be started.\n";
    return kFailure;
  }
  if (child == 0) endChild(parent, options, context);
  int ended = 0;
  while (::waitpid(child, &ended, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(ended)) return WEXITSTATUS(ended);
  const int signal = WTERMSIG(ended);
  if (isCrash(signal)) {
    context.err << "error: " << options.stage.file << ": The program crashed (signal " << signal
                << ").\n"
                << std::flush;
    if (options.job.outFolder.empty()) {  // With one file, callers see a crash as such.
      removeUnfinishedFiles();
      std::signal(signal, SIG_DFL);
      std::raise(signal);
    }
    return kFailure;
  }
  context.err << "error: " << options.stage.file
              << fmt::format(
                     ": There is no picture after {} s of processor time or {} s in all, or the "
                     "limits were reached.\n",
                     options.processorSeconds, options.seconds);
  return kFailure;
}

int runThumbnails(const ThumbnailOptions& options, VerbContext context) {
  FileJob job{.options = options.job, .ending = ".png", .printsJson = options.printsJson};
  job.files = {options.stage.file};
  if (!options.out.empty()) job.files.push_back(options.out);
  job.files.insert(job.files.end(), options.job.more.begin(), options.job.more.end());
  job.run = [&options](const std::string& file, const std::string& out, VerbContext own) {
    ThumbnailOptions one = options;
    one.stage.file = file;
    one.out = out;
    return runInChild(one, own);
  };
  return runFileJob(job, context);
}

}  // namespace

RunVerb declareThumbnail(VerbOptions& command) {
  auto options = std::make_shared<ThumbnailOptions>();
  addStageOptions(command, options->stage);
  command.option("OUT", options->out,
                 "File to write, always a PNG; file managers give any name. - is standard output. "
                 "With --outFolder, another scene");
  addFileJobOptions(command, options->job);
  command
      .flag("--json", options->printsJson,
            "Print a line of JSON for each file: its picture, status, and whether it was skipped")
      .needs(command.find("--outFolder"));
  command.option("-s,--size", options->size, "Width and height in pixels")
      .inRange(16, 2048)
      .showDefault();
  command
      .option(
          "--processorTime", options->processorSeconds,
          "Seconds of processor time, of all threads together, after which the program gives up")
      .inRange(0.1, 600.0)
      .showDefault();
  command
      .option("--timeout", options->seconds,
              "Seconds after which the program gives up even if it only waits, for a file or for "
              "other programs")
      .inRange(1, 600)
      .showDefault();
  command.footer(
      "Takes the picture that the scene names for this purpose (assetInfo previews of the default "
      "prim), else draws the first frame: through a camera named ThumbnailGenerator, thumbnail or "
      "main_cam if there is one. Writes no picture of a scene that has nothing to draw.");
  return [options](VerbContext context) {
    if (!options->job.outFolder.empty()) return runThumbnails(*options, context);
    if (options->job.isGiven() || options->out.empty()) {
      context.err << "error: "
                  << (options->out.empty() ? "OUT is missing" : "Several files need --outFolder")
                  << "; usdscope thumbnail --help lists the options.\n";
      return kWrongUsage;
    }
    return runInChild(*options, context);
  };
}

}  // namespace usdscope
