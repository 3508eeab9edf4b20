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

// Adds what one clip has; attributes that are declared already stay as they are.
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
        // Samples in one clip make the splines in others count for nothing.
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

// Some clips at a time, so that the others need not be in memory.
std::shared_ptr<const Layer> ClipManifest::generate(ClipLayers& layers) const {
  LayerBuilder manifest;
  bool hasClips = false;
  for (std::size_t begin = 0; begin < clips_.size(); begin += kOpenedAtOnce) {
    const std::size_t count = std::min(kOpenedAtOnce, clips_.size() - begin);
    std::vector<std::shared_ptr<const Layer>> opened(count);
    runIsolated([&] {
      parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) opened[i] = clips_[begin + i]->layer(layers);
      });
    });
    declareAll(opened, primPath_, manifest);
    hasClips =
        hasClips || std::ranges::any_of(opened, [](const auto& clip) { return clip != nullptr; });
  }
  // Clips that cannot be read have been told of, and there is no more to say.
  if (!hasClips) isExamined_ = true;
  return manifest.build({.identifier = kGeneratedIdentifier});
}

void ClipManifest::examine(const Layer& manifest, ClipLayers& layers) const {
  if (isExamined_.load(std::memory_order_relaxed) || isExamined_.exchange(true)) return;
  bool declaresAnything = false;
  visitDeclaredAttributes(manifest, primPath_, [&](const PropertySpec&) {
    declaresAnything = true;
    return false;
  });
  if (declaresAnything) return;
  Diagnostics problem;
  problem.report(kEmptyManifest, {.layer = manifest.identifier(), .path = primPath_.text()},
                 file_ ? "The manifest names no attribute of this prim or below, so that its "
                         "clips give no values."
                       : "No clip has samples of this prim or below, so that they give no values.");
  layers.report(problem);
}

std::shared_ptr<const Layer> ClipManifest::layer(ClipLayers& layers) const {
  if (file_) {
    auto manifest = file_->layer(layers);
    if (manifest) examine(*manifest, layers);
    return manifest;
  }

  // The first who asks makes it, the others wait.
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
    const auto manifest = generate(layers);
    examine(*manifest, layers);
    promise.set_value(manifest);
  }
  return future.get();
}

}  // namespace usdscope
