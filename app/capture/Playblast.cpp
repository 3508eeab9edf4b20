// SPDX-License-Identifier: Apache-2.0
#include "app/capture/Playblast.h"

#include <utility>

#include "app/capture/Stopwatch.h"
#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

std::string nameOf(const CameraChoice& camera) {
  if (!camera.name.empty()) return camera.name.substr(camera.name.rfind('/') + 1);
  return camera.view ? "Free" : "Whole scene";
}

}  // namespace

Playblast::Playblast(const PlayblastJob& job, FrameDrawing& drawing, FrameWriter* writer,
                     PlayblastEvents events)
    : job_(job),
      drawing_(drawing),
      writer_(writer),
      events_(std::move(events)),
      extractor_(job.extractor),
      settings_(job.settings),
      camera_(job.camera),
      cameraName_(nameOf(job.camera)) {
  settings_.writesLinear = job_.pixels.needsLinear();
  settings_.isTransparent = job_.pixels.isTransparent;
  // Pictures with linear colours are encoded later, if at all.
  settings_.encodesSrgb = settings_.writesLinear || job_.pixels.encodesDisplay;
  if (!job_.burnIn.isEmpty()) burnIn_.emplace(job_.burnIn, job_.stage);
}

std::string Playblast::run(const std::stop_token& stop) {
  if (burnIn_ && !burnIn_->problem().empty()) return burnIn_->problem();
  if (burnIn_ || job_.hud) {
    if (std::string problem = FrameText::problem(); !problem.empty()) return problem;
  }
  if (!extractor_ && !job_.still) extractor_ = std::make_shared<SceneExtractor>(job_.stage);
  const std::int64_t count = job_.steps.count();
  for (std::int64_t i = 0; i < count; ++i) {
    if (std::string problem = makeFrame(i, stop); !problem.empty()) return problem;
    if (stop.stop_requested()) return {};
  }
  if (!writer_) return {};
  std::string problem = writer_->finish(stop);
  return stop.stop_requested() ? std::string() : problem;
}

std::shared_ptr<const Scene> Playblast::sceneAt(TimeCode time, const std::stop_token& stop) {
  return job_.still ? job_.still : extractor_->extract(time, stop, job_.extraction);
}

void Playblast::chooseHeight(const Scene& scene) {
  if (settings_.height > 0) return;
  settings_.height = heightOf(scene, job_.camera, settings_.width);
  if (job_.pixels.format == PictureFormat::Mp4) settings_.height += settings_.height % 2;
}

FrameTexts Playblast::textsAt(const Scene& scene, const FrameStep& step) const {
  FrameTexts texts;
  texts.scale = job_.textScale;
  texts.hud = job_.hud;
  texts.heat = heat_;
  texts.camera = cameraName_;
  const SceneCamera* camera = cameraOf(scene, job_.camera);
  if (camera && !job_.camera.goesAround) texts.sceneCamera = *camera;
  if (burnIn_) texts.strip = burnIn_->at(step.time, cameraName_);
  return texts;
}

std::string Playblast::drawFrame(const Scene& scene, const FrameStep& step, Image& picture,
                                 const std::stop_token& stop) {
  std::string problem;
  const auto camera = camera_.at(scene, settings_, step.turn, problem);
  if (!camera) return problem;
  Stopwatch watch;
  const Scene& drawn = heat_ ? *heat_->painted : scene;
  drawing_.prepare(drawn, stop);
  report_.texturesMs = watch.lap();
  problem = drawing_.draw(drawn, *camera, settings_, stop);
  if (!problem.empty() || stop.stop_requested()) return problem;
  report_.renderMs = watch.lap();
  const std::vector<std::uint32_t> text = drawing_.text(textsAt(scene, step), scene, *camera);
  picture = drawing_.read();
  report_.readMs = watch.lap();
  picture = finishedPicture(std::move(picture), text, job_.pixels);
  return {};
}

std::string Playblast::makeFrame(std::int64_t index, const std::stop_token& stop) {
  const FrameStep step = job_.steps.at(index);
  const bool isFirst = index == 0;
  report_ = {.step = step, .index = index, .count = job_.steps.count(), .statistics = {}};
  Stopwatch watch;
  const std::shared_ptr<const Scene> scene =
      next_ ? std::exchange(next_, nullptr) : sceneAt(step.time, stop);
  if (!scene) return {};  // Stopped.
  report_.evaluateMs = watch.lap();
  if (isFirst && events_.onFirstScene) events_.onFirstScene(*scene);
  if (isFirst) chooseHeight(*scene);
  if (job_.paint) heat_ = job_.paint(scene);
  Image picture;
  std::string problem = drawFrame(*scene, step, picture, stop);
  if (!problem.empty() || stop.stop_requested()) return problem;
  report_.statistics = drawing_.renderer().statistics();
  if (events_.onDrawn) events_.onDrawn(report_);
  const auto write = [&] {
    if (writer_) problem = writer_->write(picture, step.number, stop);
  };
  // The next scene is made while the picture is written.
  if (job_.isSequential || index + 1 == report_.count) {
    write();
  } else {
    parallelInvoke(write, [&] { next_ = sceneAt(job_.steps.at(index + 1).time, stop); });
  }
  if (stop.stop_requested()) return {};
  if (problem.empty() && events_.onWritten) events_.onWritten(report_);
  return problem;
}

}  // namespace usdscope
