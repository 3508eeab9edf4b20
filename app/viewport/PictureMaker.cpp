// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureMaker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace usdscope {
namespace {

const Scene& drawnSceneOf(const PictureSubject& subject) {
  static const Scene kNothing;
  if (subject.painted) return *subject.painted;
  return subject.scene ? *subject.scene : kNothing;
}

}  // namespace

/// Everything that lives on the device.
struct PictureMaker::Device {
  std::unique_ptr<HeadlessContext> context;
  std::unique_ptr<Renderer> renderer;
  std::unique_ptr<Hud> hud;
  OffscreenTarget sceneTarget;
  OffscreenTarget pictureTarget;
  // The subject and the detail of the picture in `sceneTarget`; no subject if it is unfinished.
  std::optional<PictureSubject> subject;
  PictureDetail detail;
  PictureQuality quality;
  std::shared_ptr<const void> expected;  // Scene::source of the scene that `quality` knows.
};

/// While one lives, the context is current on this thread.
class PictureMaker::Use {
 public:
  explicit Use(Device& device) : device_(device), isCurrent_(device.context->makeCurrent()) {}
  ~Use() {
    if (device_.context) device_.context->release();
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  explicit operator bool() const { return isCurrent_; }

 private:
  Device& device_;
  bool isCurrent_;
};

PictureMaker::PictureMaker(std::shared_ptr<TextureStore> textures)
    : textures_(std::move(textures)) {}

PictureMaker::~PictureMaker() { restart(); }

void PictureMaker::restart() {
  const std::lock_guard lock(mutex_);
  problem_.clear();
  if (!device_) return;
  // The objects on the device end before their context.
  device_->context->makeCurrent();
  std::unique_ptr<HeadlessContext> context = std::move(device_->context);
  device_.reset();
}

std::string PictureMaker::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void PictureMaker::setHudFont(std::shared_ptr<const std::string> font) {
  const std::lock_guard lock(mutex_);
  hudFont_ = std::move(font);
  if (device_) device_->hud->setFont(hudFont_);
}

bool PictureMaker::start() {
  if (device_) return true;
  if (!problem_.empty()) return false;
  Diagnostics diagnostics;
  auto device = std::make_unique<Device>();
  device->context = HeadlessContext::make(diagnostics);
  if (device->context) {
    device->renderer = Renderer::make(diagnostics, {.textures = textures_});
  }
  if (!device->renderer) {
    problem_ = diagnostics.isEmpty() ? "OpenGL does not start." : diagnostics.entries()[0].message;
    return false;
  }
  device->hud = std::make_unique<Hud>();
  device->hud->setFont(hudFont_);
  device->context->release();
  device_ = std::move(device);
  return true;
}

std::optional<Picture> PictureMaker::draw(const PictureRequest& request,
                                          const std::stop_token& stop) {
  // A second try follows a lost device.
  for (int tries = 0; tries < 2; ++tries) {
    {
      const std::lock_guard lock(mutex_);
      if (!start()) return std::nullopt;
      const Use use(*device_);
      if (use && drawScene(request, stop)) {
        Picture picture = finish(request);
        if (!device_->context->isLost()) return picture;
      } else if (use && !device_->context->isLost()) {
        return std::nullopt;  // Stopped.
      }
    }
    restart();
  }
  const std::lock_guard lock(mutex_);
  problem_ = "The graphics device was lost while drawing, and again after a new start.";
  return std::nullopt;
}

// Draws the scene into `sceneTarget`, unless it shows the same already.
bool PictureMaker::drawScene(const PictureRequest& request, const std::stop_token& stop) {
  Device& d = *device_;
  const Scene& scene = drawnSceneOf(request.subject);
  if (scene.source != d.expected) {
    d.expected = scene.source;
    d.quality.expect(shownTriangles(scene, request.subject.settings), d.renderer->isSoftware());
  }
  const bool isSame = d.subject == request.subject;
  if (isSame && (request.isMoving || d.detail.isFull())) return true;
  d.subject.reset();
  d.detail = request.isMoving ? d.quality.whileMoving() : PictureDetail();
  RenderSettings settings = request.subject.settings;
  const auto scaled = [&](int size) { return std::max(int(size * d.detail.resolution), 1); };
  settings.width = scaled(settings.width);
  settings.height = scaled(settings.height);
  settings.sampleCount = d.detail.sampleCount;
  settings.triangleBudget = d.detail.triangleBudget;
  settings.waitsForDevice = true;
  d.sceneTarget.resize(settings.width, settings.height);
  const auto start = std::chrono::steady_clock::now();
  if (!d.renderer->draw(scene, request.subject.camera, settings, d.sceneTarget.framebuffer(),
                        stop)) {
    return false;
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  d.quality.note(d.detail, took.count());
  d.subject = request.subject;
  return true;
}

// Draws the display over the scene, and reads the picture back.
Picture PictureMaker::finish(const PictureRequest& request) {
  Device& d = *device_;
  const RenderSettings& settings = request.subject.settings;
  Picture picture;
  picture.scene = request.subject.scene;
  picture.isFull = d.detail.isFull();
  picture.statistics = d.renderer->statistics();
  if (const Diagnostics& problems = d.renderer->diagnostics(); !problems.isEmpty()) {
    picture.problems = std::make_shared<const Diagnostics>(problems);
  }
  d.pictureTarget.resize(settings.width, settings.height);
  d.pictureTarget.copyFrom(d.sceneTarget);
  const CameraFrustum frustum = makeFrustum(request.subject.camera, settings.width, settings.height,
                                            picture.scene ? picture.scene->bounds : Box());
  d.pictureTarget.bind();
  d.hud->draw(hudOf(request.hud, {picture.scene.get(), settings, frustum, picture.statistics,
                                  d.renderer->deviceName(), d.renderer->isSoftware()}));
  picture.image = QImage(settings.width, settings.height, QImage::Format_RGB32);
  d.pictureTarget.readWords({reinterpret_cast<std::uint32_t*>(picture.image.bits()),
                             std::size_t(settings.width) * std::size_t(settings.height)});
  return picture;
}

std::optional<PickResult> PictureMaker::pick(int x, int y, const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  if (!device_ || stop.stop_requested()) return std::nullopt;
  const Use use(*device_);
  if (!use) return std::nullopt;
  const double share = device_->detail.resolution;
  return device_->renderer->pick(int(x * share), int(y * share), stop);
}

DrawnFrame PictureMaker::read(const std::shared_ptr<const Scene>& scene,
                              const std::vector<Path>& prims) {
  const std::lock_guard lock(mutex_);
  if (!device_ || !device_->subject) return {};
  const Use use(*device_);
  if (!use) return {};
  if (device_->subject->scene != scene || device_->detail.triangleBudget > 0) {
    PictureRequest request{.subject = *device_->subject, .hud = {}};
    request.subject.scene = scene;
    request.subject.painted = nullptr;
    if (!drawScene(request, {})) return {};
  }
  return {device_->renderer->drawnVertices(prims), skinningText()};
}

std::string PictureMaker::skinningText() const {
  const Renderer& renderer = *device_->renderer;
  return std::string(renderer.statistics().isSkinnedOnGpu ? "GPU" : "CPU") +
         (renderer.isSoftware() ? " (software)" : " (" + renderer.deviceName() + ")");
}

}  // namespace usdscope
