// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/cli/FrameRange.h"
#include "app/cli/SceneFile.h"
#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"
#include "engine/asset/DefaultResolver.h"
#include "engine/base/Parallel.h"
#include "engine/gl/HeadlessContext.h"
#include "engine/image/WritePng.h"
#include "engine/render/OffscreenTarget.h"
#include "engine/render/Renderer.h"
#include "engine/render/TextureStore.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {
namespace {

struct Options {
  StageOptions stage;
  std::string frames;
  std::string camera;
  std::string size = "1280x720";
  std::string out;
  std::string skinning = "auto";
  std::string purposes = "default,proxy";
  std::string background;
  bool hasGrid = false;
};

// What went wrong with the options is said here, and the caller leaves.
int refuse(std::ostream& err, const std::string& message) {
  err << "error: " << message << "\n";
  return kWrongUsage;
}

bool parseSize(std::string_view text, int& width, int& height) {
  const std::size_t x = std::min(text.find('x'), text.size());
  const auto parse = [](std::string_view number, int& value) {
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() && value > 0 &&
           value <= 16384;
  };
  return x < text.size() && parse(text.substr(0, x), width) && parse(text.substr(x + 1), height);
}

bool parseColor(std::string_view text, glm::vec3& color) {
  std::uint32_t value = 0;
  if (text.size() != 7 || text[0] != '#') return false;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, value, 16);
  if (error != std::errc() || end != text.data() + 7) return false;
  color = glm::vec3(value >> 16 & 255u, value >> 8 & 255u, value & 255u) / 255.0f;
  return true;
}

bool parsePurposes(std::string_view text, RenderSettings& settings) {
  settings.showRender = settings.showProxy = settings.showGuides = false;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    if (name == "render") {
      settings.showRender = true;
    } else if (name == "proxy") {
      settings.showProxy = true;
    } else if (name == "guide") {
      settings.showGuides = true;
    } else if (name != "default") {
      return false;
    }
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

// The camera of a path, or of a prim's name.
const SceneCamera* findCamera(const Scene& scene, const std::string& name) {
  for (const SceneCamera& camera : scene.cameras) {
    if (camera.path.text() == name) return &camera;
  }
  for (const SceneCamera& camera : scene.cameras) {
    if (camera.path.name().text() == name) return &camera;
  }
  return nullptr;
}

class Recorder {
 public:
  Recorder(const Options& options, RenderSettings settings, Streams streams)
      : options_(options), settings_(std::move(settings)), streams_(streams) {}

  int run(const FrameRanges& asked) {
    Diagnostics problems;
    context_ = HeadlessContext::make(problems);
    if (context_) {
      const auto resolver = std::make_shared<DefaultResolver>();
      renderer_ = Renderer::make(
          problems,
          {.textures = std::make_shared<TextureStore>(
               [resolver](const std::string& file) { return readImageFile(*resolver, file); })});
    }
    printDiagnostics(problems, streams_.err);
    if (!renderer_) return kFailure;
    const std::shared_ptr<const Stage> stage = openStage(options_.stage, streams_.err);
    if (!stage) return kFailure;
    SceneExtractor extractor(stage);

    FrameRanges frames = asked;
    if (frames.ranges.empty()) {
      const TimeCodeRange range = extractor.timeRange();
      frames.ranges = {extractor.isAnimated() ? framesFrom(range.start, range.end)
                                              : FrameRange{range.start, 1.0, 1}};
    }
    if (frames.count() > 1 && !hasFramePlaceholder(options_.out)) {
      return refuse(streams_.err,
                    fmt::format("{} frames need a name with #: out.####.png", frames.count()));
    }
    int status = kSuccess;
    // While a picture is written, the next scene is made.
    next_ = extractor.extract(frames.ranges[0].frame(0));
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
    // Textures and items that do not fit are told once, not for each frame.
    printDiagnostics(renderer_->diagnostics(), streams_.err);
    return status;
  }

 private:
  int recordFrame(SceneExtractor& extractor, double frame, std::optional<double> following) {
    const std::shared_ptr<const Scene> scene = std::move(next_);
    if (!hasSaidProblems_) printDiagnostics(scene->diagnostics, streams_.err);
    hasSaidProblems_ = true;
    const double aspect = double(settings_.width) / double(settings_.height);
    if (options_.camera.empty()) {
      // The first frame decides, so that the camera stands still.
      if (!camera_) camera_ = framing(scene->bounds, scene->isZUp, aspect);
    } else if (const SceneCamera* camera = findCamera(*scene, options_.camera)) {
      camera_ = viewOf(*camera, aspect);
    } else {
      streams_.err << "error: There is no camera " << options_.camera << ".\n";
      return kFailure;
    }
    target_.resize(settings_.width, settings_.height);
    renderer_->draw(*scene, *camera_, settings_, target_.framebuffer());
    const std::string name = frameFileName(options_.out, frame);
    const Image picture = target_.read();
    std::string problem;
    parallelInvoke([&] { problem = writePngFile(picture, name); },
                   [&] {
                     if (following) next_ = extractor.extract(*following);
                   });
    if (!problem.empty()) {
      streams_.err << "error: " << name << ": " << problem << "\n";
      return kFailure;
    }
    streams_.out << name << "\n" << std::flush;
    return kSuccess;
  }

  const Options& options_;
  RenderSettings settings_;
  Streams streams_;
  std::unique_ptr<HeadlessContext> context_;
  std::unique_ptr<Renderer> renderer_;
  OffscreenTarget target_;
  std::shared_ptr<const Scene> next_;
  std::optional<ViewCamera> camera_;
  bool hasSaidProblems_ = false;
};

int record(const Options& options, Streams streams) {
  FrameRanges frames;
  if (!options.frames.empty()) {
    frames = parseFrames(options.frames);
    if (!frames.problem.empty()) return refuse(streams.err, "--frames: " + frames.problem);
  }
  RenderSettings settings;
  settings.showGrid = options.hasGrid;
  if (!parseSize(options.size, settings.width, settings.height)) {
    return refuse(streams.err, "--size: Expected WIDTHxHEIGHT, each from 1 to 16384.");
  }
  if (!parsePurposes(options.purposes, settings)) {
    return refuse(streams.err, "--purposes: Expected a list of default, render, proxy, guide.");
  }
  if (!options.background.empty() && !parseColor(options.background, settings.background)) {
    return refuse(streams.err, "--background: Expected #rrggbb.");
  }
  if (options.skinning == "cpu") settings.skinning = SkinningDevice::Cpu;
  if (options.skinning == "gpu") settings.skinning = SkinningDevice::Gpu;
  return Recorder(options, std::move(settings), streams).run(frames);
}

}  // namespace

RunVerb declareRecord(CLI::App& command) {
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.add_option("-f,--frames", options->frames,
                     "Frames: 101, 101:105, 101:105x2, and lists of these with commas; else the "
                     "range of the scene");
  command.add_option("-c,--camera", options->camera,
                     "Path or name of a camera of the scene; else one that shows everything");
  command.add_option("--size", options->size, "Width and height in pixels")->capture_default_str();
  command
      .add_option("-o,--out", options->out,
                  "PNG files to write; #### becomes the frame: out.####.png")
      ->required();
  command.add_option("--skinning", options->skinning, "Where characters are skinned")
      ->check(CLI::IsMember({"auto", "cpu", "gpu"}))
      ->capture_default_str();
  command.add_option("--purposes", options->purposes, "Purposes to draw, with commas")
      ->capture_default_str();
  command.add_option("--background", options->background, "Colour behind the scene, #rrggbb");
  command.add_flag("--grid", options->hasGrid, "Draw the grid on the ground");
  return [options](Streams streams) { return record(*options, streams); };
}

}  // namespace usdscope
