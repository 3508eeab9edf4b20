// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/CapsuleFile.h"

#include <QBuffer>
#include <QByteArray>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/files/Capsule.h"
#include "engine/author/CapsuleFiles.h"
#include "engine/format/ReplaceFile.h"
#include "engine/inspect/CapsuleReport.h"

namespace usdscope {
namespace {

std::vector<CapsulePicture> picturesOf(const CapsuleRequest& request) {
  if (request.picture.isNull()) return {};
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!request.picture.save(&buffer, "PNG")) return {};
  return {{"view.png", FileBytes::fromText({bytes.constData(), std::size_t(bytes.size())})}};
}

CapsuleView viewOf(const CapsuleRequest& request) {
  const RememberedScene& scene = request.scene;
  CapsuleView view;
  view.from = request.from;
  view.to = request.to;
  view.time = scene.time.isNumeric() ? scene.time.time() : request.from;
  for (const Path path : scene.selected) view.selected.push_back(path.text());
  view.property = scene.property;
  view.camera = scene.view.camera.text();
  const std::string& root = request.stage->rootLayer()->identifier();
  for (const std::string& muted : request.stage->request().mutedLayers) {
    const std::string name = nameInCapsule(root, muted);
    if (!name.empty()) view.muted.push_back(name);
  }
  // The paths of this machine lead nowhere elsewhere.
  RememberedScene kept = scene;
  kept.file.clear();
  kept.stage.mutedLayers.clear();
  kept.stage.soloMuted.clear();
  kept.stage.soloLayer.clear();
  view.window = rememberedSceneToText(kept);
  return view;
}

}  // namespace

std::string writeCapsule(const CapsuleRequest& request, const std::stop_token& stop) {
  const std::string name = std::filesystem::path(request.file).filename().string();
  Diagnostics diagnostics;
  CapsuleContents contents =
      capsuleFiles(*request.stage, request.from, request.to, request.edited, diagnostics, stop);
  if (stop.stop_requested()) return {};
  if (contents.files.empty()) return name + " is not saved: the root layer cannot be packed.";
  CapsuleView view = viewOf(request);
  view.leftOut = std::move(contents.leftOut);
  std::vector<Path> selected = request.scene.selected;
  if (!selected.empty() && !view.property.empty()) {
    selected.front() = selected.front().property(Token(view.property));
  }
  const std::string report =
      capsuleReport(*request.stage, selected, view.time, request.from, request.to, stop);
  std::string problem;
  const std::string bytes =
      packCapsule(std::move(contents.files), view, report, picturesOf(request), problem);
  if (stop.stop_requested()) return {};
  if (problem.empty()) problem = replaceFile(request.file, bytes);
  if (!problem.empty()) return name + " is not saved: " + problem;
  const std::size_t count = diagnostics.entries().size();
  if (count == 0) return "Saved the capsule " + name + ".";
  const Diagnostic& first = diagnostics.entries().front();
  const std::string of = first.site.layer.empty() ? "" : first.site.layer + ": ";
  return "Saved the capsule " + name + ", but: " + of + first.message;
}

std::shared_ptr<const RememberedScene> sceneOfCapsule(const std::string& file) {
  const auto view = readCapsuleView(file);
  if (!view) return nullptr;
  RememberedScene scene;
  if (auto made = rememberedSceneFromText(view->window).scene) {
    scene = std::move(*made);
  } else {
    scene.time = view->time;
    if (view->from < view->to) scene.playRange = {view->from, view->to};
    scene.property = view->property;
    if (view->camera.starts_with('/')) scene.view.camera = Path::fromText(view->camera);
    for (const std::string& text : view->selected) {
      const Path path = Path::fromText(text);
      if (!path.isEmpty()) scene.selected.push_back(path);
    }
  }
  scene.file = file;
  scene.stage.mutedLayers.clear();
  for (const std::string& name : view->muted) {
    scene.stage.mutedLayers.insert(fileInCapsule(file, name));
  }
  return std::make_shared<const RememberedScene>(std::move(scene));
}

}  // namespace usdscope
