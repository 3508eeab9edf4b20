// SPDX-License-Identifier: Apache-2.0
#include "app/files/Capsule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "app/cli/Messages.h"
#include "app/cli/Recorder.h"
#include "app/cli/SceneFiles.h"
#include "app/cli/StageOptions.h"
#include "app/cli/TimeIntervals.h"
#include "app/cli/TimeOption.h"
#include "app/cli/Verbs.h"
#include "engine/author/CapsuleFiles.h"
#include "engine/base/UnfinishedFile.h"
#include "engine/base/Utf8.h"
#include "engine/format/LayerSave.h"
#include "engine/format/ReplaceFile.h"
#include "engine/inspect/CapsuleReport.h"
#include "engine/inspect/FindMotion.h"

namespace usdscope {
namespace {

constexpr int kPictureWidth = 1280;
constexpr int kPictureHeight = 720;

struct CapsuleOptions {
  StageOptions stage;
  std::vector<std::string> selected;
  std::string frames;
  std::string time;
  std::string camera;
  std::string out;
  bool lacksPictures = false;
};

int failCapsule(VerbContext context, const std::string& what, const std::string& why) {
  context.err << "error: " << what << ": " << why << '\n';
  return kFailure;
}

// Sets the frames of the view: those of --frames, else the range of the stage. Returns why they are
// impossible; empty if they are not.
std::string setFrames(const CapsuleOptions& options, const Stage& stage, CapsuleView& view) {
  if (options.frames.empty()) {
    std::tie(view.from, view.to) = motionRange(stage, {}).value_or(std::pair(0.0, 0.0));
  } else {
    const TimeIntervals frames = parseIntervals(options.frames);
    if (!frames.problem.empty()) return "--frames: " + frames.problem;
    view.from = frames.intervals.front().from;
    view.to = frames.intervals.front().to;
    for (const TimeInterval& interval : frames.intervals) {
      view.from = std::min(view.from, interval.from);
      view.to = std::max(view.to, interval.to);
    }
  }
  view.time = view.from;
  if (options.time.empty()) return {};
  const std::optional<TimeCode> time = parseTime(options.time);
  if (!time || !time->isNumeric() || time->isPreTime() || time->isEarliest()) {
    return "--time: Expected a finite number.";
  }
  if (time->time() < view.from || time->time() > view.to) {
    return "--time: The frame is not one of the capsule's.";
  }
  view.time = time->time();
  return {};
}

// Sets the selection of the view. Returns why it is impossible; empty if it is not.
std::string setSelection(const CapsuleOptions& options, const Stage& stage, CapsuleView& view,
                         std::vector<Path>& selected) {
  for (const std::string& text : options.selected) {
    const Path path = Path::fromText(text, Path::root());
    const Prim prim = path.isEmpty() ? Prim() : stage.primAt(path.primPath());
    if (!prim || !(path.isPrim() || path.isProperty())) {
      return fmt::format("--select: The stage has no prim <{}>.", text);
    }
    if (path.isProperty() && !prim.attribute(path.name()) && !prim.relationship(path.name())) {
      return fmt::format("--select: The stage has no property <{}>.", text);
    }
    if (selected.empty() && path.isProperty()) view.property = path.name().string();
    view.selected.push_back(path.primPath().text());
    selected.push_back(path);
  }
  return {};
}

// Draws the first and last frame and the one that is shown. Without a device there are no pictures.
std::vector<CapsulePicture> drawPictures(const CapsuleOptions& options, const CapsuleView& view,
                                         VerbContext context) {
  namespace fs = std::filesystem;
  std::vector<CapsulePicture> pictures;
  const UnfinishedFolder temporary("usdscope-capsule");
  const fs::path& folder = temporary.path();
  if (folder.empty()) return pictures;
  RecordJob job;
  job.stage = options.stage;
  job.output.file = (folder / "####.png").string();
  for (const double frame : std::set<double>{view.from, view.time, view.to}) {
    job.frames.ranges.push_back({.first = frame});
  }
  const bool hasFractions = std::ranges::any_of(job.frames.ranges, [](const FrameRange& each) {
    return each.first != std::floor(each.first);
  });
  if (hasFractions) job.output.file = (folder / "####.###.png").string();
  job.pictures.camera = {
      .name = options.camera, .view = std::nullopt, .follows = false, .goesAround = false};
  job.pictures.settings.width = kPictureWidth;
  job.pictures.settings.height = kPictureHeight;
  std::ostringstream names;
  const int status = Recorder(std::move(job), {names, context.err, context.environment}).run();
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const FileBytesResult bytes = readFileBytes(file.string());
    // The file is removed with the folder.
    if (bytes.bytes) {
      pictures.push_back({file.filename().string(), FileBytes::fromText(bytes.bytes->text())});
    }
  }
  if (status != kSuccess) context.err << "note: The capsule has no pictures of all its frames.\n";
  return pictures;
}

int makeCapsule(const CapsuleOptions& options, VerbContext context) {
  if (options.out == "-") {
    context.err << "error: --out -: A capsule is written to a file, not to standard output.\n";
    return kWrongUsage;
  }
  const std::string ending = lowerExtension(options.out);
  if (ending != ".usdz" && ending != ".zip") {
    context.err << "error: --out: The name must end in .usdz or .zip.\n";
    return kWrongUsage;
  }
  if (options.stage.file == "-") {
    context.err << "error: A capsule needs a file, not standard input.\n";
    return kWrongUsage;
  }
  const std::shared_ptr<const Stage> stage = openStage(options.stage, context);
  if (!stage) return kFailure;
  CapsuleView view;
  std::vector<Path> selected;
  for (const std::string& problem :
       {setFrames(options, *stage, view), setSelection(options, *stage, view, selected)}) {
    if (problem.empty()) continue;
    context.failsWith(kWrongUsage);
    return failCapsule(context, options.stage.file, problem);
  }
  if (!mayWrite(stage, options.out, context)) return kFailure;
  view.camera = options.camera;
  for (const std::string& muted : stage->request().mutedLayers) {
    const std::string name = nameInCapsule(stage->rootLayer()->identifier(), muted);
    if (!name.empty()) view.muted.push_back(name);
  }
  Diagnostics diagnostics;
  CapsuleContents contents = capsuleFiles(*stage, view.from, view.to, {}, diagnostics, {});
  printDiagnostics(diagnostics, context.err);
  if (contents.files.empty())
    return failCapsule(context, options.stage.file, "Nothing can be packed.");
  view.leftOut = std::move(contents.leftOut);
  const std::string report = capsuleReport(*stage, selected, view.time, view.from, view.to, {});
  std::vector<CapsulePicture> pictures;
  if (!options.lacksPictures) pictures = drawPictures(options, view, context);
  std::string problem;
  const std::string bytes = packCapsule(std::move(contents.files), view, report, pictures, problem);
  if (problem.empty()) problem = replaceFile(options.out, bytes);
  if (!problem.empty()) {
    context.failsWith(kUnreadable);
    return failCapsule(context, options.out, problem);
  }
  context.out << printableLines(options.out) << '\n';
  return kSuccess;
}

}  // namespace

RunVerb declareCapsule(VerbOptions& command) {
  auto options = std::make_shared<CapsuleOptions>();
  addStageOptions(command, options->stage);
  addInterpolationOption(command, options->stage);
  command.option("-o,--out", options->out, "The capsule to write, .usdz or .zip").required();
  command
      .option("--select", options->selected,
              "PRIM or PRIM.property: the subject of the capsule, which is selected when it is "
              "opened and explained in its report")
      .repeatsOneByOne();
  command.option("--frames", options->frames,
                 "FIRST:LAST: only clips that play in these frames are packed; otherwise all of "
                 "the range");
  command.option("--time", options->time, "The frame that is shown; otherwise the first");
  command.option("--camera", options->camera, "Path or name of the camera that is shown");
  command.flag("--noPictures", options->lacksPictures, "Draw no pictures into the capsule");
  return [options](VerbContext context) { return makeCapsule(*options, context); };
}

}  // namespace usdscope
