// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <ostream>
#include <set>
#include <stop_token>
#include <utility>

#include "app/capture/Stopwatch.h"
#include "app/cli/KeptStatus.h"
#include "app/cli/Messages.h"
#include "app/cli/ProgressLine.h"
#include "app/cli/SceneFiles.h"
#include "engine/base/AbandonedFiles.h"
#include "engine/base/Json.h"
#include "engine/base/Utf8.h"
#include "engine/render/Renderer.h"
#include "engine/render/Shown.h"
#include "engine/scene/FindCamera.h"
#include "engine/scene/PrimvarPaint.h"

namespace usdscope {
namespace {

// The rate at which a movie plays at the speed of the scene.
double rateOf(const Stage& stage, const FrameSteps& steps) {
  const FrameRanges frames = steps.numbers();
  const bool isEven = !steps.isTurn() && frames.ranges.size() == 1;
  const double rate = isEven ? stage.timeCodesPerSecond() / std::abs(frames.ranges.front().stride)
                             : stage.framesPerSecond();
  return rate > 0.0 ? rate : 24.0;
}

bool isBlank(const Scene& scene) { return scene.items.empty() && scene.bones.empty(); }

// Whether nothing is visible in a picture of a transparent background.
bool isInvisible(const Image& picture) {
  if (picture.channelCount != 4 || picture.type != PixelType::Unorm8) return false;
  for (std::size_t i = 3; i < picture.pixels.size(); i += 4) {
    if (picture.pixels[i] != std::byte(0)) return false;
  }
  return true;
}

/// Passes pictures on until the job is stopped. If asked, stops it in place of writing a picture in
/// which nothing is visible.
class StoppedWriter : public FrameWriter {
 public:
  StoppedWriter(FrameWriter& writer, std::stop_source& stop, bool needsContent)
      : writer_(writer), stop_(stop), needsContent_(needsContent) {}

  std::string write(const Image& picture, double frame, const std::stop_token& stop) override {
    if (needsContent_ && isInvisible(picture)) stop_.request_stop();
    return stop.stop_requested() ? std::string() : writer_.write(picture, frame, stop);
  }
  std::string finish(const std::stop_token& stop) override { return writer_.finish(stop); }

 private:
  FrameWriter& writer_;
  std::stop_source& stop_;
  bool needsContent_;
};

}  // namespace

Recorder::Recorder(RecordJob job, VerbContext context)
    : job_(std::move(job)), context_(std::move(context)) {
  job_.pictures.isSequential = job_.showsTimes;
}

Recorder::~Recorder() = default;

bool Recorder::fail(const std::string& problem) const {
  context_.err << "error: " << problem << "\n";
  return false;
}

FrameRanges Recorder::framesOf(const SceneExtractor& extractor) const {
  if (!job_.frames.ranges.empty()) return job_.frames;
  // usdrecord takes the authored start, whether or not something moves.
  const TimeCodeRange range = job_.pictures.camera.isAsUsdrecord
                                  ? job_.pictures.stage->timeCodeRange()
                                  : extractor.timeRange();
  if (job_.isFirstFrameOnly) return {.ranges = {FrameRange{range.start, 1.0, 1}}};
  return {.ranges = {extractor.isAnimated() ? framesFrom(range.start, range.end)
                                            : FrameRange{range.start, 1.0, 1}}};
}

FrameSteps Recorder::stepsOf(const FrameRanges& frames) const {
  const TimeCode time =
      job_.isAtDefaultTime ? TimeCode() : TimeCode(frames.ranges.front().frame(0));
  if (job_.turnCount > 0) return FrameSteps::ofTurn(time, job_.turnCount);
  if (job_.isAtDefaultTime) return FrameSteps::ofTime(time);
  if (job_.sheet) return FrameSteps::spreadOver(frames, job_.sheet->columns * job_.sheet->rows);
  return FrameSteps::ofFrames(frames);
}

bool Recorder::canName(const FrameRanges& numbers) const {
  if (job_.output.file.empty() || isOneFile()) return true;
  const std::string problem = whyNoNames(job_.output.file, numbers);
  return problem.empty() || fail(problem);
}

std::unique_ptr<FrameWriter> Recorder::makeWriter(const Stage& stage) {
  FrameOutput& output = job_.output;
  output.framesPerSecond =
      job_.framesPerSecond > 0.0 ? job_.framesPerSecond : rateOf(stage, job_.pictures.steps);
  output.sourceFile = stage.rootLayer()->identifier();
  output.camera = job_.pictures.camera.name;
  output.whyNotWritable = [files = std::make_shared<SceneFiles>(job_.pictures.stage)](
                              const std::string& file) { return files->whyNotWritable(file); };
  std::string problem;
  std::unique_ptr<FrameWriter> writer = makeFrameWriter(output, problem);
  if (!writer) fail(problem);
  if (writer && job_.sheet) {
    writer = std::make_unique<ContactSheet>(*job_.sheet, std::move(writer));
  }
  return writer;
}

int Recorder::run() {
  if (!job_.frames.ranges.empty() && job_.turnCount == 0 && !job_.isAtDefaultTime &&
      !canName(job_.frames)) {
    return kWrongUsage;
  }
  Stopwatch watch;
  Diagnostics problems;
  const std::unique_ptr<FrameDrawing> drawing = FrameDrawing::make(problems);
  printDiagnostics(problems, context_.err);
  if (!drawing) return kFailure;
  const double deviceMs = watch.lap();
  job_.pictures.stage = job_.opened ? job_.opened : openStage(job_.stage, context_);
  if (!job_.pictures.stage) return kFailure;
  if (CameraChoice& camera = job_.pictures.camera; camera.isAsUsdrecord) {
    camera.ofRenderSettings = cameraOfRenderSettings(*job_.pictures.stage);
    if (camera.name.empty()) camera.name = camera.ofRenderSettings;
    if (camera.name.empty()) camera.name = kPrimaryCamera;
  }
  const double openMs = watch.lap();
  job_.pictures.extractor = std::make_shared<SceneExtractor>(job_.pictures.stage);
  job_.pictures.steps = stepsOf(framesOf(*job_.pictures.extractor));
  if (!canName(job_.pictures.steps.numbers())) return kWrongUsage;
  if (!job_.shard.isAll() || job_.skipsExisting) {
    standCamera();
    if (!choosePictures()) return kSuccess;
  }
  if (!job_.primvar.empty()) paintPrimvar();
  std::unique_ptr<FrameWriter> writer;
  if (!job_.output.file.empty()) {
    writer = makeWriter(*job_.pictures.stage);
    if (!writer) return kUnreadable;
  }
  if (job_.showsTimes) {
    const Json line = {{"device", drawing->renderer().deviceName()},
                       {"deviceMs", deviceMs},
                       {"openMs", openMs},
                       {"prepareMs", watch.lap()}};
    context_.out << toLine(line) << "\n" << std::flush;
  }
  return draw(*drawing, writer.get());
}

void Recorder::paintPrimvar() {
  job_.pictures.paint =
      [paint = std::make_shared<PrimvarPaint>(job_.pictures.stage, Token(job_.primvar))](
          const std::shared_ptr<const Scene>& scene) {
        HeatPicture picture{.scene = scene, .painted = paint->painted(scene)};
        picture.title = paint->title();
        picture.legend = paint->legend();
        return std::make_shared<const HeatPicture>(std::move(picture));
      };
}

bool Recorder::isOneFile() const {
  return job_.sheet || job_.output.pixels.format == PictureFormat::Mp4;
}

std::string Recorder::fileOf(double frame) const {
  return isOneFile() ? job_.output.file : fileOfFrame(job_.output, frame);
}

void Recorder::keepStatusOf(const std::string& file, int status) const {
  const std::string problem = keepStatus(file, status);
  if (!problem.empty()) fail(statusFileOf(file) + ": " + problem);
}

int Recorder::draw(FrameDrawing& drawing, FrameWriter* writer) {
  const bool makesOneFile = isOneFile();
  PlayblastEvents events;
  std::stop_source stop;
  // The exit status of usdrecord does not depend on such files, and file managers show what there
  // is.
  std::optional<MissingParts> parts;
  if (!job_.isQuiet && !job_.pictures.camera.isAsUsdrecord) {
    parts.emplace(job_.pictures.stage, drawing.renderer());
  }
  // Painted scenes have no textures.
  if (parts && leftFirst_ && !job_.pictures.paint) {
    drawFirst(drawing);
    parts->takeFirst();
  }
  const bool keepsStatus = parts && writer && !makesOneFile;
  int status = kSuccess;  // That of the last picture.
  events.onFirstScene = [this, &stop](const Scene& scene) {
    printFirst(scene);
    if (job_.needsContent && isBlank(scene)) stop.request_stop();
  };
  bool hasChanged = false;
  events.onDrawn = [&](const FrameReport& report) {
    // This picture and later ones may show what is not in the scene.
    hasChanged = !job_.isQuiet && hasChangedFiles(context_);
    if (hasChanged) {
      stop.request_stop();
      return;
    }
    if (parts) status = parts->statusOf(report.step.time);
    // First the status, so that a run that is killed leaves no incomplete picture without one.
    if (keepsStatus && status != kSuccess) keepStatusOf(fileOf(report.step.number), status);
    if (job_.showsTimes) printTimes(report);
  };
  events.onWritten = [&, done = std::int64_t(0)](const FrameReport& report) mutable {
    if (keepsStatus && status == kSuccess) keepStatusOf(fileOf(report.step.number), status);
    if (job_.showsTimes) return;
    if (!makesOneFile) printPicture(report.step.number, false, status);
    showProgress(context_.err, ++done, job_.pictures.steps.count(), "pictures");
  };
  std::optional<StoppedWriter> stopped;
  if (writer) writer = &stopped.emplace(*writer, stop, job_.needsContent);
  const std::string problem =
      Playblast(job_.pictures, drawing, writer, events).run(stop.get_token());
  if (hasChanged) return kFailure;
  if (stop.stop_requested()) {
    context_.err << "error: " << job_.stage.file << ": There is nothing to draw.\n";
    return kFailure;
  }
  if (!problem.empty()) {
    fail(problem);
    context_.failsWith(kUnreadable);
  } else if (makesOneFile && writer) {
    const int worst = parts ? parts->worst() : kSuccess;
    if (parts) keepStatusOf(job_.output.file, worst);
    if (!job_.showsTimes) printPicture(job_.pictures.steps.at(0).number, false, worst);
  }
  if (job_.isQuiet) return problem.empty() ? kSuccess : kFailure;
  // Problems with textures, items and clips are printed once, not for each frame.
  printDiagnostics(drawing.renderer().diagnostics(), context_.err);
  printDiagnostics(job_.pictures.stage->clipDiagnostics(), context_.err);
  if (!problem.empty()) return kFailure;
  return parts ? parts->worst() : kSuccess;
}

// Otherwise the picture with which a shard begins, or a run that goes on, would seem complete.
void Recorder::drawFirst(FrameDrawing& drawing) const {
  constexpr int kSide = 16;
  PlayblastJob first = job_.pictures;
  first.steps = FrameSteps::ofFrames({.ranges = {{*leftFirst_, 1.0, 1}}});
  first.settings.width = first.settings.height = kSide;
  first.burnIn = {};
  first.hud = nullptr;
  // The pictures themselves report why drawing is impossible.
  Playblast(first, drawing, nullptr).run();
}

void Recorder::standCamera() {
  CameraChoice& camera = job_.pictures.camera;
  RenderSettings& settings = job_.pictures.settings;
  const auto first = job_.pictures.extractor->extract(job_.pictures.steps.at(0).time, {},
                                                      job_.pictures.extraction);
  if (settings.height == 0) {
    settings.height = heightOf(*first, camera, settings.width);
  }
  if (!camera.name.empty() || camera.follows) return;
  camera.view = framing(shownBounds(*first, settings), first->isZUp,
                        double(settings.width) / std::max(settings.height, 1));
}

bool Recorder::choosePictures() {
  FrameRanges chosen;
  const FrameSteps& all = job_.pictures.steps;
  for (std::int64_t i = 0; i < all.count(); ++i) {
    if (!job_.shard.has(i)) continue;
    const double frame = all.at(i).number;
    std::error_code error;
    const std::string file = fileOf(frame);
    // A folder of this name is an error when the picture is written.
    const bool isThere = job_.skipsExisting && std::filesystem::is_regular_file(file, error) &&
                         !std::filesystem::exists(statusFileOf(file), error);
    if (isThere) {
      printPicture(frame, true);
    } else {
      chosen.ranges.push_back({frame, 1.0, 1});
    }
  }
  if (job_.skipsExisting) {
    // A run that was killed has left pictures that are half-written.
    std::set<std::string> names;
    const auto nameOf = [](const std::string& file) {
      return std::filesystem::path(file).filename().string();
    };
    for (std::int64_t i = 0; i < all.count(); ++i) {
      if (job_.shard.has(i)) names.insert(nameOf(fileOfFrame(job_.output, all.at(i).number)));
    }
    removeAbandonedFiles(std::filesystem::path(job_.output.file).parent_path(),
                         [&](const std::string& name) { return names.contains(name); });
  }
  if (chosen.ranges.empty()) return false;
  const double first = all.at(0).number;
  if (chosen.ranges.front().first != first && !all.isTurn()) leftFirst_ = first;
  // A picture of the default time is the only one, and keeps its time.
  if (!job_.isAtDefaultTime) job_.pictures.steps = FrameSteps::ofFrames(std::move(chosen));
  return true;
}

void Recorder::printPicture(double frame, bool isSkipped, int status) const {
  if (job_.isQuiet) return;
  if (job_.pictures.camera.isAsUsdrecord) {
    if (isSkipped) return;
    // The default time has no number.
    const double number = job_.isAtDefaultTime ? std::numeric_limits<double>::quiet_NaN() : frame;
    context_.out << fmt::format("Recording time code: {:f}\n", number) << std::flush;
    return;
  }
  const std::string file = fileOf(frame);
  if (job_.printsJson) {
    const Json line = {
        {"frame", numberToJson(frame)}, {"file", file}, {"status", status}, {"skipped", isSkipped}};
    context_.out << toLine(line) << "\n" << std::flush;
  } else if (!isSkipped) {
    context_.out << file << "\n" << std::flush;
  }
}

void Recorder::printFirst(const Scene& scene) const {
  if (job_.isQuiet) return;
  printDiagnostics(scene.diagnostics, context_.err);
  if (const CameraChoice& camera = job_.pictures.camera; camera.isAsUsdrecord) {
    const SceneCamera* found = cameraOf(scene, camera);
    context_.out << "Camera: " << (found ? printableLines(found->path.text()) : std::string())
                 << "\nRenderer plugin: usdscope\n";
    if (camera.name != kPrimaryCamera && !findCamera(scene, camera.name)) {
      context_.err << "warning: " << whyNoCamera(scene, camera.name) << '\n';
    }
  }
  if (isBlank(scene)) {
    context_.err << "note: There is nothing to draw.\n";
  }
}

void Recorder::printTimes(const FrameReport& report) const {
  const RenderStatistics& cost = report.statistics;
  const Json line = {{"frame", report.step.number},
                     {"evaluateMs", report.evaluateMs},
                     {"uploadMs", report.texturesMs + cost.uploadMs},
                     {"skinMs", cost.skinMs},
                     {"drawMs", report.renderMs - cost.uploadMs - cost.skinMs},
                     {"readMs", report.readMs},
                     {"uploadedBytes", cost.uploadedBytes},
                     {"triangles", cost.triangleCount},
                     {"skinnedOnGpu", cost.isSkinnedOnGpu}};
  context_.out << toLine(line) << "\n" << std::flush;
}

}  // namespace usdscope
