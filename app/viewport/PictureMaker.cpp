// SPDX-License-Identifier: Apache-2.0
#include "app/viewport/PictureMaker.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace usdscope {
namespace {

const Scene& drawnSceneOf(const PictureSubject& subject) {
  static const Scene kNothing;
  if (subject.painted) return *subject.painted;
  return subject.scene ? *subject.scene : kNothing;
}

}  // namespace

/// The picture of a view on the device.
struct PictureMaker::View {
  OffscreenTarget sceneTarget;
  OffscreenTarget outlinedTarget;
  OffscreenTarget pictureTarget;
  // The subject and the detail of the picture in `sceneTarget`; no subject if it is unfinished.
  std::optional<PictureSubject> subject;
  PictureDetail detail;
  // The outlines in `outlinedTarget`; empty if that is not a copy of `sceneTarget`.
  std::optional<Outlines> outlined;
  RenderStatistics statistics;
  PictureQuality quality;
  std::shared_ptr<const void> expected;  // Scene::source of the scene that `quality` knows.
};

/// Everything that lives on the device.
struct PictureMaker::Device {
  std::unique_ptr<HeadlessContext> context;
  std::unique_ptr<Renderer> renderer;
  std::unique_ptr<Hud> hud;
  std::map<ViewId, View> views;
  ViewId drawn = kMainView;  // The view that the renderer has drawn last.
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

std::optional<Picture> PictureMaker::draw(ViewId view, const PictureRequest& request,
                                          const std::stop_token& stop) {
  // A second try follows a lost device.
  for (int tries = 0; tries < 2; ++tries) {
    {
      const std::lock_guard lock(mutex_);
      if (!start()) return std::nullopt;
      const Use use(*device_);
      if (use && drawScene(view, request.subject, request.isMoving, stop)) {
        std::optional<Picture> picture = finish(view, request, stop);
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

ViewId PictureMaker::addView() { return ++newest_; }

void PictureMaker::forget(ViewId view) {
  const std::lock_guard lock(forgottenMutex_);
  forgotten_.push_back(view);
}

void PictureMaker::freeForgotten() {
  const std::lock_guard lock(forgottenMutex_);
  for (const ViewId view : std::exchange(forgotten_, {})) device_->views.erase(view);
}

// Draws the scene into `sceneTarget`, unless it shows the same already.
bool PictureMaker::drawScene(ViewId view, const PictureSubject& subject, bool isMoving,
                             const std::stop_token& stop) {
  freeForgotten();
  View& v = device_->views[view];
  const Scene& scene = drawnSceneOf(subject);
  if (scene.source != v.expected) {
    v.expected = scene.source;
    v.quality.expect(shownTriangles(scene, subject.settings), device_->renderer->isSoftware());
  }
  const bool isSame = v.subject == subject;
  if (isSame && (isMoving || v.detail.isFull())) return true;
  const PictureDetail detail = isMoving ? v.quality.whileMoving() : PictureDetail();
  v.subject = subject;
  const auto start = std::chrono::steady_clock::now();
  if (!drawAgain(view, detail, stop)) return false;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  v.quality.note(detail, took.count());
  return true;
}

// Draws the subject of a view into its target. When it is stopped, the view has no subject.
bool PictureMaker::drawAgain(ViewId view, const PictureDetail& detail,
                             const std::stop_token& stop) {
  View& v = device_->views[view];
  const PictureSubject subject = std::move(*v.subject);
  v.subject.reset();
  v.outlined.reset();
  v.detail = detail;
  RenderSettings settings = subject.settings;
  const auto scaled = [&](int size) { return std::max(int(size * detail.resolution), 1); };
  settings.width = scaled(settings.width);
  settings.height = scaled(settings.height);
  settings.sampleCount = detail.sampleCount;
  settings.triangleBudget = detail.triangleBudget;
  settings.waitsForDevice = true;
  v.sceneTarget.resize(settings.width, settings.height);
  device_->drawn = view;
  if (!device_->renderer->draw(drawnSceneOf(subject), subject.camera, settings,
                               v.sceneTarget.framebuffer(), stop)) {
    return false;
  }
  v.statistics = device_->renderer->statistics();
  v.subject = subject;
  return true;
}

// Draws the outlines of marks and the selection over a copy of the scene, unless they are there
// already. Returns the target that has them; null when stopped.
const OffscreenTarget* PictureMaker::drawOutlines(ViewId view, const PictureRequest& request,
                                                  const std::stop_token& stop) {
  View& v = device_->views[view];
  Outlines wanted = request.outlines;
  wanted.pointed.clear();
  wanted.pointedInstances.clear();
  wanted.pointedColor = Outlines().pointedColor;
  if (wanted.isEmpty()) return &v.sceneTarget;
  if (v.outlined == wanted) return &v.outlinedTarget;
  if (!isDrawn(view, stop)) return nullptr;
  v.outlined.reset();
  const int width = request.subject.settings.width;
  const int height = request.subject.settings.height;
  v.outlinedTarget.resize(width, height);
  v.outlinedTarget.copyFrom(v.sceneTarget);
  if (!device_->renderer->outline(wanted, width, height, v.outlinedTarget.framebuffer(), stop)) {
    return nullptr;
  }
  v.outlined = std::move(wanted);
  return &v.outlinedTarget;
}

// Draws outlines and the display over the scene, and reads the picture back. Returns nothing when
// stopped.
std::optional<Picture> PictureMaker::finish(ViewId view, const PictureRequest& request,
                                            const std::stop_token& stop) {
  Device& d = *device_;
  View& v = d.views[view];
  const RenderSettings& settings = request.subject.settings;
  Picture picture;
  picture.scene = request.subject.scene;
  picture.isFull = v.detail.isFull();
  picture.statistics = v.statistics;
  if (const Diagnostics& problems = d.renderer->diagnostics(); !problems.isEmpty()) {
    picture.problems = std::make_shared<const Diagnostics>(problems);
  }
  const OffscreenTarget* outlined = drawOutlines(view, request, stop);
  if (!outlined) return std::nullopt;
  v.pictureTarget.resize(settings.width, settings.height);
  v.pictureTarget.copyFrom(*outlined);
  Outlines pointed;
  pointed.pointed = request.outlines.pointed;
  pointed.pointedInstances = request.outlines.pointedInstances;
  pointed.pointedColor = request.outlines.pointedColor;
  if (!pointed.isEmpty() &&
      (!isDrawn(view, stop) || !d.renderer->outline(pointed, settings.width, settings.height,
                                                    v.pictureTarget.framebuffer(), stop))) {
    return std::nullopt;
  }
  const CameraFrustum frustum = makeFrustum(request.subject.camera, settings.width, settings.height,
                                            picture.scene ? picture.scene->bounds : Box());
  v.pictureTarget.bind();
  const HudState hud =
      hudOf(request.hud, {picture.scene.get(), settings, frustum, picture.statistics,
                          d.renderer->deviceName(), d.renderer->isSoftware()});
  picture.frameLine = hud.bottomLeft;
  d.hud->draw(hud);
  picture.image =
      QImage(settings.width, settings.height,
             settings.isTransparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  // Qt reports memory that it does not get like this.
  if (picture.image.isNull()) throw std::bad_alloc();
  v.pictureTarget.readWords({reinterpret_cast<std::uint32_t*>(picture.image.bits()),
                             std::size_t(settings.width) * std::size_t(settings.height)});
  return picture;
}

std::optional<PickResult> PictureMaker::pick(ViewId view, int x, int y,
                                             const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  if (!device_ || stop.stop_requested()) return std::nullopt;
  const Use use(*device_);
  if (!use) return std::nullopt;
  if (!isDrawn(view, stop)) return std::nullopt;
  const double share = device_->views[view].detail.resolution;
  return device_->renderer->pick(int(x * share), int(y * share), stop);
}

// Draws a view again unless it is the one that the renderer has drawn last: the renderer finds
// objects of that frame. Returns false if there is nothing to find, or when stopped.
bool PictureMaker::isDrawn(ViewId view, const std::stop_token& stop) {
  const View& v = device_->views[view];
  return v.subject && (device_->drawn == view || drawAgain(view, v.detail, stop));
}

std::vector<PickResult> PictureMaker::pickAll(ViewId view, int x, int y, std::size_t most,
                                              PickUnit unit, const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  if (!device_ || stop.stop_requested()) return {};
  const Use use(*device_);
  if (!use || !isDrawn(view, stop)) return {};
  const double share = device_->views[view].detail.resolution;
  return device_->renderer->pickAll(int(x * share), int(y * share), most, unit, stop);
}

PickedArea PictureMaker::pickArea(ViewId view, const PickArea& area, std::size_t most,
                                  PickUnit unit, const std::stop_token& stop) {
  const std::lock_guard lock(mutex_);
  if (!device_) return {};
  const Use use(*device_);
  if (!use || !isDrawn(view, stop)) return {};
  if (!device_->views[view].detail.isFull() && !drawAgain(view, {}, stop)) return {};
  return device_->renderer->pickArea(area, most, unit, stop);
}

DrawnFrame PictureMaker::read(const std::shared_ptr<const Scene>& scene,
                              const std::vector<Path>& prims) {
  const std::lock_guard lock(mutex_);
  if (!device_) return {};
  const Use use(*device_);
  const View& v = device_->views[kMainView];
  if (!v.subject) return {};
  if (v.subject->scene != scene || v.detail.triangleBudget > 0 || device_->drawn != kMainView) {
    PictureSubject subject = *v.subject;
    subject.scene = scene;
    subject.painted = nullptr;
    device_->views[kMainView].subject = std::move(subject);
    if (!drawAgain(kMainView, {}, {})) return {};
  }
  return {device_->renderer->drawnVertices(prims), skinningText()};
}

std::string PictureMaker::skinningText() const {
  const Renderer& renderer = *device_->renderer;
  return std::string(renderer.statistics().isSkinnedOnGpu ? "GPU" : "CPU") +
         (renderer.isSoftware() ? " (software)" : " (" + renderer.deviceName() + ")");
}

}  // namespace usdscope
