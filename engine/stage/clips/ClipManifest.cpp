// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipManifest.h"

#include <algorithm>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/value/Spline.h"

namespace usdscope {
namespace {

constexpr std::size_t kOpenedAtOnce = 32;
constexpr const char* kGeneratedIdentifier = "anon:generated_manifest";

// Declares the attributes of one clip. Attributes that are already declared keep their declaration.
void declareAttributes(const Layer& clip, Path primPath, LayerBuilder& manifest) {
  std::vector<PrimSpec> open = {clip.findPrim(primPath)};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    if (!prim) continue;
    for (std::size_t i = prim.childCount(); i-- > 0;) open.push_back(prim.child(i));
    for (std::size_t i = prim.variantCount(); i-- > 0;) open.push_back(prim.variant(i));

    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const PropertySpec property = prim.property(i);
      if (!property.isAttribute()) continue;
      const Value samples = property.field(fields::kTimeSamples);
      const auto* found = samples.find<TimeSamples>();
      const bool isSampled = found && !found->isEmpty();
      if (!isSampled && !property.hasField(fields::kSpline)) continue;

      const LayerBuilder::PrimId at = manifest.addPath(prim.path());
      if (const auto known = manifest.findProperty(at, property.name());
          known != LayerBuilder::kNone) {
        // If one clip has samples, the splines in other clips are ignored.
        if (isSampled) manifest.setPropertyField(known, fields::kSpline, Value());
        continue;
      }
      const auto declared = manifest.addProperty(at, property.name(), PropertyKind::Attribute);
      manifest.setPropertyField(declared, fields::kTypeName, Value(property.typeName()));
      manifest.setPropertyField(declared, fields::kVariability, Value(property.variability()));
      if (!isSampled) manifest.setPropertyField(declared, fields::kSpline, Value(Spline{}));
    }
  }
}

void declareAll(std::span<const std::shared_ptr<const Layer>> clips, Path primPath,
                LayerBuilder& manifest) {
  for (const auto& clip : clips) {
    if (clip) declareAttributes(*clip, primPath, manifest);
  }
}

}  // namespace

void visitDeclaredAttributes(const Layer& manifest, Path primPath,
                             const std::function<bool(const PropertySpec&)>& visit) {
  std::vector<PrimSpec> open = {manifest.findPrim(primPath)};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    if (!prim) continue;
    for (std::size_t i = prim.childCount(); i-- > 0;) open.push_back(prim.child(i));
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const PropertySpec property = prim.property(i);
      const bool isDeclared =
          property.isAttribute() && property.variability() == Variability::Varying;
      if (isDeclared && !visit(property)) return;
    }
  }
}

std::shared_ptr<const Layer> generateClipManifest(
    std::span<const std::shared_ptr<const Layer>> clips, Path primPath) {
  LayerBuilder manifest;
  declareAll(clips, primPath, manifest);
  return manifest.build({.identifier = kGeneratedIdentifier});
}

// Opens a few clips at a time, so that the others need not be in memory.
std::shared_ptr<const Layer> ClipManifest::generate(ClipFiles& files) const {
  LayerBuilder manifest;
  bool hasClips = false;
  for (std::size_t begin = 0; begin < clips_.size(); begin += kOpenedAtOnce) {
    const std::size_t count = std::min(kOpenedAtOnce, clips_.size() - begin);
    std::vector<std::shared_ptr<const Layer>> opened(count);
    runIsolated([&] {
      parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) opened[i] = clips_[begin + i]->layer(files);
      });
    });
    declareAll(opened, primPath_, manifest);
    hasClips =
        hasClips || std::ranges::any_of(opened, [](const auto& clip) { return clip != nullptr; });
  }
  // Unreadable clips have been reported, and an empty manifest follows from that.
  if (!hasClips) isExamined_ = true;
  return manifest.build({.identifier = kGeneratedIdentifier});
}

void ClipManifest::examine(const Layer& manifest, ClipFiles& files) const {
  if (isExamined_.load(std::memory_order_relaxed) || isExamined_.exchange(true)) return;
  bool declaresAnything = false;
  visitDeclaredAttributes(manifest, primPath_, [&](const PropertySpec&) {
    declaresAnything = true;
    return false;
  });
  if (declaresAnything) return;
  ClipFault fault;
  fault.kind = file_ ? ClipFaultKind::EmptyManifest : ClipFaultKind::EmptyGeneratedManifest;
  fault.site = {.layer = manifest.identifier(), .path = primPath_.text()};
  files.report(fault);
}

std::shared_ptr<const Layer> ClipManifest::layer(ClipFiles& files) const {
  if (file_) {
    auto manifest = file_->layer(files);
    if (manifest) examine(*manifest, files);
    return manifest;
  }

  // The first thread generates the manifest, the others wait.
  std::promise<std::shared_ptr<const Layer>> promise;
  std::shared_future<std::shared_ptr<const Layer>> future;
  bool isFirst = false;
  {
    const std::lock_guard lock(mutex_);
    isFirst = !generated_.valid();
    if (isFirst) generated_ = promise.get_future().share();
    future = generated_;
  }
  if (isFirst) {
    const auto manifest = generate(files);
    examine(*manifest, files);
    promise.set_value(manifest);
  }
  return future.get();
}

}  // namespace usdscope
