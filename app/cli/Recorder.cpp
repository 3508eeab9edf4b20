// SPDX-License-Identifier: Apache-2.0
#include "app/cli/Recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <vector>

#include "app/cli/Messages.h"
#include "engine/base/Json.h"
#include "engine/base/Parallel.h"
#include "engine/gl/HeadlessContext.h"
#include "engine/image/WritePng.h"
#include "engine/render/Shown.h"

namespace usdscope {
namespace {

class Stopwatch {
 public:
  /// Returns the milliseconds since the last call, or since construction.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Finds a camera by its path, or by the name of its prim.
const SceneCamera* findCamera(const Scene& scene, const std::string& name) {
  const auto byPath =
      std::ranges::find(scene.cameras, name, [](const SceneCamera& c) { return c.path.text(); });
  if (byPath != scene.cameras.end()) return &*byPath;
  const auto byName = std::ranges::find(scene.cameras, name,
                                        [](const SceneCamera& c) { return c.path.name().text(); });
  return byName == scene.cameras.end() ? nullptr : &*byName;
}

// The message lists cameras of the scene, so that the next try can succeed.
std::string whyNoCamera(const Scene& scene, const std::string& name) {
  if (scene.cameras.empty()) {
    return fmt::format("There is no camera {}: the scene has none.", name);
  }
  std::string names;
  for (const SceneCamera& camera : scene.cameras) {
    if (!names.empty()) names += ", ";
    if (names.size() > 200) {
      names += "…";
      break;
    }
    names += camera.path.text();
  }
  return fmt::format("There is no camera {}. The scene has {}.", name, names);
}

}  // namespace

Recorder::Recorder(const RecordJob& job, VerbContext context) : job_(job), context_(context) {}

Recorder::~Recorder() = default;

bool Recorder::makeRenderer() {
  Diagnostics problems;
  gl_ = HeadlessContext::make(problems);
  if (gl_) renderer_ = Renderer::make(problems, {.textures = textures_});
  printDiagnostics(problems, context_.err);
  return renderer_ != nullptr;
}

FrameRanges Recorder::framesOf(const SceneExtractor& extractor) const {
  if (!job_.frames.ranges.empty()) return job_.frames;
  const TimeCodeRange range = extractor.timeRange();
  return {.ranges = {extractor.isAnimated() ? framesFrom(range.start, range.end)
                                            : FrameRange{range.start, 1.0, 1}}};
}

bool Recorder::canName(const FrameRanges& frames) const {
  if (frames.count() <= 1 || job_.out.empty()) return true;
  if (!hasFramePlaceholder(job_.out)) {
    context_.err << fmt::format("error: {} frames need a name with #: out.####.png\n",
                                frames.count());
    return false;
  }
  const auto twice = findSharedFileName(job_.out, frames);
  if (!twice) return true;
  context_.err << fmt::format(
      "error: Frames {} and {} would both be written to {}: name them with decimals, "
      "out.####.##.png\n",
      twice->first, twice->second, frameFileName(job_.out, twice->first));
  return false;
}

int Recorder::run() {
  if (!canName(job_.frames)) return kWrongUsage;
  Stopwatch watch;
  if (!makeRenderer()) return kFailure;
  const double deviceMs = watch.lap();
  const std::shared_ptr<const Stage> stage = openStage(job_.stage, context_);
  if (!stage) return kFailure;
  const double openMs = watch.lap();
  SceneExtractor extractor(stage);
  const FrameRanges frames = framesOf(extractor);
  if (!canName(frames)) return kWrongUsage;
  if (job_.showsTimes) {
    const Json line = {{"device", renderer_->deviceName()},
                       {"deviceMs", deviceMs},
                       {"openMs", openMs},
                       {"prepareMs", watch.lap()}};
    context_.out << toLine(line) << "\n" << std::flush;
  }
  return recordAll(*stage, extractor, frames);
}

int Recorder::recordAll(const Stage& stage, SceneExtractor& extractor, const FrameRanges& frames) {
  int status = kSuccess;
  for (std::size_t r = 0; r < frames.ranges.size(); ++r) {
    const FrameRange& range = frames.ranges[r];
    for (std::int64_t i = 0; i < range.count && status == kSuccess; ++i) {
      std::optional<double> following;
      if (i + 1 < range.count) {
        following = range.frame(i + 1);
      } else if (r + 1 < frames.ranges.size()) {
        following = frames.ranges[r + 1].frame(0);
      }
      status = recordFrame(extractor, range.frame(i), following);
    }
  }
  // Problems with textures, items and clips are printed once, not for each frame.
  printDiagnostics(renderer_->diagnostics(), context_.err);
  printDiagnostics(stage.clipDiagnostics(), context_.err);
  return status;
}

// Returns false, after an error, when there is no camera of the name.
bool Recorder::chooseCamera(const Scene& scene) {
  const double aspect = double(job_.settings.width) / double(job_.settings.height);
  if (job_.camera.empty()) {
    // The first frame decides, so the camera stands still unless it follows.
    if (!camera_ || job_.follows) {
      camera_ = framing(shownBounds(scene, job_.settings), scene.isZUp, aspect);
    }
    return true;
  }
  const SceneCamera* camera = findCamera(scene, job_.camera);
  if (!camera) {
    context_.err << "error: " << whyNoCamera(scene, job_.camera) << "\n";
    return false;
  }
  camera_ = viewOf(*camera);
  return true;
}

std::shared_ptr<const Scene> Recorder::sceneAt(SceneExtractor& extractor, double frame) const {
  return extractor.extract(frame, {}, {.hasBones = job_.settings.bones != BonesDisplay::Off});
}

int Recorder::recordFrame(SceneExtractor& extractor, double frame,
                          std::optional<double> following) {
  Stopwatch watch;
  const std::shared_ptr<const Scene> scene = next_ ? std::move(next_) : sceneAt(extractor, frame);
  next_ = nullptr;
  const double evaluateMs = watch.lap();
  if (!hasPrintedProblems_) {
    printDiagnostics(scene->diagnostics, context_.err);
    if (scene->items.empty() && scene->bones.empty())
      context_.err << "note: There is nothing to draw.\n";
  }
  hasPrintedProblems_ = true;
  if (!chooseCamera(*scene)) return kFailure;
  target_.resize(job_.settings.width, job_.settings.height);
  watch.lap();
  textures_->prepare(*scene);
  const double texturesMs = watch.lap();
  renderer_->draw(*scene, *camera_, job_.settings, target_.framebuffer());
  const double renderMs = watch.lap();
  const Image picture = target_.read();
  if (job_.showsTimes) {
    const RenderStatistics& cost = renderer_->statistics();
    const Json line = {{"frame", frame},
                       {"evaluateMs", evaluateMs},
                       {"uploadMs", texturesMs + cost.uploadMs},
                       {"skinMs", cost.skinMs},
                       {"drawMs", renderMs - cost.uploadMs - cost.skinMs},
                       {"readMs", watch.lap()},
                       {"uploadedBytes", cost.uploadedBytes},
                       {"triangles", cost.triangleCount},
                       {"skinnedOnGpu", cost.isSkinnedOnGpu}};
    context_.out << toLine(line) << "\n" << std::flush;
    return job_.out.empty() || writePicture(picture, frame) ? kSuccess : kFailure;
  }
  // The next scene is made while the picture is written.
  bool isWritten = false;
  parallelInvoke([&] { isWritten = writePicture(picture, frame); },
                 [&] {
                   if (following) next_ = sceneAt(extractor, *following);
                 });
  if (!isWritten) return kFailure;
  context_.out << frameFileName(job_.out, frame) << "\n" << std::flush;
  return kSuccess;
}

// Returns false, after an error, when the file cannot be written.
bool Recorder::writePicture(const Image& picture, double frame) {
  const std::string name = frameFileName(job_.out, frame);
  const std::string problem = writePngFile(picture, name);
  if (!problem.empty()) context_.err << "error: " << name << ": " << problem << "\n";
  return problem.empty();
}

}  // namespace usdscope
