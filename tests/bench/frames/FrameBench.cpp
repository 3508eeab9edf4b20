// SPDX-License-Identifier: Apache-2.0
// Measures the preparation and the frames of scenes without a window: see tests/bench/README.md.
// Prints a line of JSON for each scene.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gl/HeadlessContext.h"
#include "engine/render/OffscreenTarget.h"
#include "engine/render/Renderer.h"
#include "engine/scene/SceneExtractor.h"
#include "engine/stage/Stage.h"

namespace usdscope {
namespace {

constexpr int kSize = 16;
int repeatCount = 5;

double secondsOfProcess() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double residentMiB() {
  std::ifstream file("/proc/self/statm");
  double pages = 0.0;
  file >> pages >> pages;
  return pages * 4096.0 / 1048576.0;
}

struct Watch {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double cpu = secondsOfProcess();
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
  }
  /// Processor time of all threads, which a busy machine changes less than the wall time.
  double cpuMs() const { return (secondsOfProcess() - cpu) * 1e3; }
};

struct Frame {
  double evaluateMs = 0.0;
  double uploadMs = 0.0;
  double drawMs = 0.0;
  double wallMs = 0.0;
  double cpuMs = 0.0;
};

class FrameBench {
 public:
  explicit FrameBench(std::unique_ptr<Renderer> renderer) : renderer_(std::move(renderer)) {
    settings_.width = settings_.height = kSize;
    settings_.waitsForDevice = true;
    settings_.showGrid = false;
    target_.resize(kSize, kSize);
  }

  bool run(const std::string& file) {
    Watch open;
    StageRequest request;
    request.rootLayer = file;
    const StageResult opened = composeStage(request);
    const auto& stage = opened.stage;
    if (!stage) {
      for (const Diagnostic& problem : opened.diagnostics.entries()) {
        std::fprintf(stderr, "%s\n", toText(problem).c_str());
      }
      return false;
    }
    std::printf("{\"scene\": \"%s\", \"openMs\": %.0f", file.c_str(), open.ms());
    const double before = residentMiB();
    const Watch prepare;
    SceneExtractor extractor(stage);
    const double collectMs = prepare.ms();
    std::shared_ptr<const Scene> scene = extractor.extract(TimeCode(1.0));
    std::printf(", \"collectMs\": %.0f, \"prepareMs\": %.0f, \"prepareCpuMs\": %.0f, \"MiB\": %.0f",
                collectMs, prepare.ms(), prepare.cpuMs(), residentMiB() - before);
    camera_ = framing(scene->bounds, scene->isZUp, 1.0);
    const Watch first;
    draw(*scene);
    std::printf(", \"firstDrawMs\": %.0f", first.ms());
    // Frames of other times, with the camera at rest.
    double time = 1.0;
    measure("play", scene, [&](Frame& frame) {
      const Watch evaluate;
      scene = extractor.extract(TimeCode(time += 1.0));
      frame.evaluateMs = evaluate.ms();
    });
    // The camera moves around a scene that rests.
    measure("orbit", scene, [&](Frame&) {
      camera_.worldFromView[3] += camera_.worldFromView[0] * (0.01 * scene->bounds.size().x);
    });
    measure("rest", scene, [](Frame&) {});
    std::printf("}\n");
    std::fflush(stdout);
    return true;
  }

 private:
  void draw(const Scene& scene) {
    target_.bind();
    renderer_->draw(scene, camera_, settings_, target_.framebuffer());
  }

  /// Draws frames, each after a change, and prints the fastest one.
  void measure(const char* name, const std::shared_ptr<const Scene>& scene,
               const std::function<void(Frame&)>& change) {
    std::vector<Frame> frames(static_cast<std::size_t>(repeatCount));
    for (Frame& frame : frames) {
      const Watch watch;
      change(frame);
      draw(*scene);
      frame.wallMs = watch.ms();
      frame.cpuMs = watch.cpuMs();
      frame.uploadMs = renderer_->statistics().uploadMs;
      frame.drawMs = renderer_->statistics().drawMs;
    }
    const Frame& best = *std::ranges::min_element(frames, {}, &Frame::wallMs);
    std::printf(
        ", \"%s\": {\"ms\": %.2f, \"cpuMs\": %.2f, \"evaluateMs\": %.2f, \"uploadMs\": %.2f, "
        "\"drawMs\": %.2f, \"uploadedBytes\": %zu, \"draws\": %zu, \"triangles\": %zu}",
        name, best.wallMs, best.cpuMs, best.evaluateMs, best.uploadMs, best.drawMs,
        renderer_->statistics().uploadedBytes, renderer_->statistics().drawCount,
        renderer_->statistics().triangleCount);
  }

  std::unique_ptr<Renderer> renderer_;
  RenderSettings settings_;
  OffscreenTarget target_;
  ViewCamera camera_;
};

}  // namespace
}  // namespace usdscope

int main(int count, char** arguments) {
  using namespace usdscope;
  Diagnostics problems;
  const auto context = HeadlessContext::make(problems);
  if (!context) return 1;
  bool isDone = true;
  for (int i = 1; i < count; ++i) {
    if (std::string_view(arguments[i]) == "--repeat" && i + 1 < count) {
      repeatCount = std::max(1, std::atoi(arguments[++i]));
      continue;
    }
    std::unique_ptr<Renderer> renderer = Renderer::make(problems);
    if (!renderer) return 1;
    isDone &= FrameBench(std::move(renderer)).run(arguments[i]);
  }
  return isDone ? 0 : 1;
}
