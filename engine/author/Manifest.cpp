// SPDX-License-Identifier: Apache-2.0
#include "engine/author/Manifest.h"

#include <algorithm>
#include <vector>

#include "engine/layer/LayerBuilder.h"
#include "engine/value/Spline.h"

namespace usdscope {
namespace {

bool hasAnimation(const Layer& layer, Path path, Token field) {
  const PropertySpec spec = layer.findProperty(path);
  if (!spec) return false;
  const Value value = spec.field(field);
  if (const auto* samples = value.find<TimeSamples>()) return !samples->isEmpty();
  return !value.isEmpty();
}

/// The start times of the clips that do not animate an attribute, ascending.
std::vector<double> startsOfGaps(const ClipSet& set, Path path, Token field) {
  std::vector<double> starts;
  for (std::size_t clip = 0; clip < set.clips().size(); ++clip) {
    const auto layer = set.layerOf(clip);
    if (layer && hasAnimation(*layer, path, field)) continue;
    starts.push_back(set.clips()[clip].authoredStart);
  }
  return starts;
}

void addBlocks(const ClipSet& set, Path path, bool isSpline, LayerBuilder& manifest,
               LayerBuilder::PropertyId to) {
  const Token field = isSpline ? fields::kSpline : fields::kTimeSamples;
  std::vector<double> starts = startsOfGaps(set, path, field);
  if (starts.empty()) return;
  if (isSpline) {
    Spline spline;
    for (const double start : starts) {
      spline.knots.push_back({.time = start, .next = SplineInterpolation::Block});
    }
    manifest.setPropertyField(to, field, Value(std::move(spline)));
    return;
  }
  std::vector<Value> blocks(starts.size(), Value(ValueBlock{}));
  manifest.setPropertyField(
      to, field,
      Value(TimeSamples(Array<double>(std::move(starts)), Array<Value>(std::move(blocks)))));
}

// Declares the prims and attributes of `from`, sorted by name. If `blocksOf` is not null, writes
// the blocks of that set.
void copySorted(const PrimSpec& from, const ClipSet* blocksOf, LayerBuilder& manifest) {
  std::vector<PrimSpec> open = {from};
  while (!open.empty()) {
    const PrimSpec prim = open.back();
    open.pop_back();
    const LayerBuilder::PrimId at = manifest.addPath(prim.path());
    std::vector<PropertySpec> properties;
    properties.reserve(prim.propertyCount());
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) properties.push_back(prim.property(i));
    std::ranges::sort(properties, textLess, [](const PropertySpec& spec) { return spec.name(); });
    for (const PropertySpec& spec : properties) {
      const auto to = manifest.addProperty(at, spec.name(), PropertyKind::Attribute);
      for (const Token field : spec.fieldNames()) {
        manifest.setPropertyField(to, field, spec.field(field));
      }
      if (!blocksOf) continue;
      addBlocks(*blocksOf, spec.path(), spec.hasField(fields::kSpline), manifest, to);
    }
    std::vector<PrimSpec> children;
    children.reserve(prim.childCount());
    for (std::size_t i = 0; i < prim.childCount(); ++i) children.push_back(prim.child(i));
    std::ranges::sort(children, textLess, [](const PrimSpec& spec) { return spec.name(); });
    open.insert(open.end(), children.rbegin(), children.rend());
  }
}

std::shared_ptr<const Layer> sortedManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                            Path primPath, const ClipSet* blocksOf) {
  const auto declared = generateClipManifest(clips, primPath);
  LayerBuilder manifest;
  const PrimSpec root = declared->pseudoRoot();
  for (std::size_t i = 0; i < root.childCount(); ++i) {
    copySorted(root.child(i), blocksOf, manifest);
  }
  return manifest.build({.identifier = "anon:manifest.usda"});
}

}  // namespace

std::shared_ptr<const Layer> makeManifest(const ClipSet& set, bool hasBlocks) {
  std::vector<std::shared_ptr<const Layer>> clips;
  for (std::size_t clip = 0; clip < set.clips().size(); ++clip) clips.push_back(set.layerOf(clip));
  return sortedManifest(clips, set.primPath(), hasBlocks ? &set : nullptr);
}

std::shared_ptr<const Layer> makeManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                          Path primPath) {
  return sortedManifest(clips, primPath, nullptr);
}

}  // namespace usdscope
