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
#include <ostream>

#include "app/cli/FileJob.h"
#include "app/cli/Messages.h"
#include "app/cli/Recorder.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/Verbs.h"
#include "app/cli/thumbnail/Preview.h"
#include "app/cli/thumbnail/Sandbox.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/base/FileBytes.h"
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
  limitMemory(present > 0 ? std::min(present, kThumbnailBytes) : kThumbnailBytes);
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
  return context.out ? kSuccess : kUnreadable;
}

int runThumbnail(const ThumbnailOptions& options, const VerbContext& context) {
  if (options.out == "-") {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    const UnfinishedFile picture((folder / "thumbnail").string(), ".png");
    ThumbnailOptions other = options;
    other.out = picture.path().string();
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

// The folders and devices that drawing this picture writes to: that of the result, and the caches
// of drivers, which make the next picture faster.
std::vector<std::string> writtenPlaces(const ThumbnailOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> places;
  if (options.out == "-") {
    places.push_back(fs::temp_directory_path(error).string());
  } else {
    const fs::path out = fs::absolute(options.out, error);
    const fs::path target = fs::weakly_canonical(out, error);  // Links lead to other folders.
    places = {out.parent_path().string(), target.parent_path().string()};
    if (fs::is_other(target, error)) places = {target.string()};
  }
  const auto variable = [](const char* name) {
    const char* value = ::getenv(name);
    return std::string(value ? value : "");
  };
  // A driver that could not make the folder of its cache would say so. Mesa has two, by version.
  const auto addCache = [&](const std::string& folder) {
    fs::create_directories(folder, error);
    places.push_back(folder);
  };
  if (const std::string own = variable("MESA_SHADER_CACHE_DIR"); !own.empty()) addCache(own);
  const std::string home = variable("HOME");
  std::string caches = variable("XDG_CACHE_HOME");
  if (caches.empty() && !home.empty()) caches = home + "/.cache";
  if (caches.empty()) return places;
  addCache(caches + "/mesa_shader_cache");
  addCache(caches + "/mesa_shader_cache_db");
  for (const std::string& folder :
       {caches + "/mesa_shader_cache_sf", caches + "/nvidia", home + "/.nv"}) {
    places.push_back(folder);
  }
  return places;
}

// Draws in the child and ends it: the loop over the files is that of the parent, and so are threads
// that libraries started, for which the usual end of a program waits. The child does not outlive
// the parent, which a file manager may end.
[[noreturn]] void endChild(pid_t parent, const ThumbnailOptions& options,
                           const VerbContext& context) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kFailure);  // It has ended already.
  avoidOptimizedShaders();
  // A resolver command is a program that the user trusts, and may need what the sandbox refuses.
  if (searchFromEnvironment(options.stage.file).resolverCommand.empty()) {
    enterSandbox(writtenPlaces(options));
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
int runInChild(const ThumbnailOptions& options, const VerbContext& context) {
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
  FileJob job{.options = options.job, .ending = ".png"};
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
