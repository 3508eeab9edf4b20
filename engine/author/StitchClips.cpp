// SPDX-License-Identifier: Apache-2.0
#include "engine/author/StitchClips.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/author/StitchLayers.h"
#include "engine/layer/ClipKeys.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/math/Types.h"
#include "engine/stage/clips/ClipManifest.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

struct ClipRange {
  double start = 0.0;
  double end = 0.0;
};

ClipRange rangeOf(const Layer& layer) {
  const PrimSpec root = layer.pseudoRoot();
  return {root.field(fields::kStartTimeCode).valueOr(0.0),
          root.field(fields::kEndTimeCode).valueOr(0.0)};
}

AssetPath assetPath(const std::string& path) {
  AssetPath asset;
  asset.authored = path;
  return asset;
}

/// The metadata that both kinds of clip sets share.
Dictionary commonInfo(const std::string& manifestPath, Path clipPath,
                      const ClipStitchOptions& options) {
  Dictionary info;
  info.set(clip_keys::kManifestAssetPath, Value(assetPath(manifestPath)));
  info.set(clip_keys::kPrimPath, Value(clipPath.text()));
  if (options.interpolatesMissing) info.set(clip_keys::kInterpolateMissing, Value(true));
  return info;
}

std::shared_ptr<const Layer> rootWith(Dictionary info, const std::string& topologyPath,
                                      Path clipPath, const ClipRange& range,
                                      const ClipStitchOptions& options) {
  LayerBuilder root;
  root.setPrimField(LayerBuilder::kRoot, fields::kSubLayers,
                    Value(std::vector<std::string>{topologyPath}));
  root.setPrimField(LayerBuilder::kRoot, fields::kStartTimeCode,
                    Value(options.startTimeCode.value_or(range.start)));
  root.setPrimField(LayerBuilder::kRoot, fields::kEndTimeCode,
                    Value(options.endTimeCode.value_or(range.end)));
  if (!options.comment.empty()) {
    root.setPrimField(LayerBuilder::kRoot, fields::kComment, Value(options.comment));
  }
  Dictionary clips;
  clips.set(options.clipSet, Value(std::move(info)));
  root.setPrimField(root.addPath(clipPath), fields::kClips, Value(std::move(clips)));
  return root.build({.identifier = "anon:clips.usda"});
}

}  // namespace

std::shared_ptr<const Layer> makeClipTopology(std::span<const std::shared_ptr<const Layer>> clips) {
  return stitchLayers(clips, {.hasSamples = false});
}

std::shared_ptr<const Layer> makeClipManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                              const Layer& topology, Path clipPath) {
  const auto declared = generateClipManifest(clips, clipPath);
  LayerBuilder manifest(*declared);
  for (std::size_t row = 0; row < declared->primRowCount(); ++row) {
    const PrimSpec prim(declared.get(), static_cast<std::uint32_t>(row));
    const LayerBuilder::PrimId at = manifest.findPrim(prim.path());
    for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
      const Token name = prim.property(i).name();
      const PropertySpec common = topology.findProperty(prim.path().property(name));
      const Value value = common ? common.field(fields::kDefault) : Value();
      if (value.isEmpty()) continue;
      manifest.setPropertyField(manifest.findProperty(at, name), fields::kDefault, value);
    }
  }
  return manifest.build({.identifier = "anon:manifest.usda"});
}

std::shared_ptr<const Layer> makeClipRoot(std::span<const std::shared_ptr<const Layer>> clips,
                                          std::span<const std::string> clipPaths,
                                          const std::string& topologyPath,
                                          const std::string& manifestPath, Path clipPath,
                                          const ClipStitchOptions& options) {
  std::vector<AssetPath> paths;
  std::vector<glm::dvec2> active;
  std::vector<glm::dvec2> times;
  ClipRange whole{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const ClipRange range = rangeOf(*clips[i]);
    whole = {std::min(whole.start, range.start), std::max(whole.end, range.end)};
    paths.push_back(assetPath(clipPaths[i]));
    active.emplace_back(range.start, double(i));
    times.emplace_back(range.start, range.start);
    if (range.end != range.start) times.emplace_back(range.end, range.end);
  }
  Dictionary info = commonInfo(manifestPath, clipPath, options);
  info.set(clip_keys::kAssetPaths, Value(Array<AssetPath>(std::move(paths))));
  info.set(clip_keys::kActive, Value(Array<glm::dvec2>(std::move(active))));
  info.set(clip_keys::kTimes, Value(Array<glm::dvec2>(std::move(times))));
  return rootWith(std::move(info), topologyPath, clipPath, whole, options);
}

std::shared_ptr<const Layer> makeClipTemplateRoot(const ClipTemplate& clipTemplate,
                                                  const std::string& topologyPath,
                                                  const std::string& manifestPath, Path clipPath,
                                                  const ClipStitchOptions& options) {
  Dictionary info = commonInfo(manifestPath, clipPath, options);
  info.set(clip_keys::kTemplateAssetPath, Value(clipTemplate.assetPath));
  info.set(clip_keys::kTemplateStartTime, Value(clipTemplate.start));
  info.set(clip_keys::kTemplateEndTime, Value(clipTemplate.end));
  info.set(clip_keys::kTemplateStride, Value(clipTemplate.stride));
  if (clipTemplate.activeOffset) {
    info.set(clip_keys::kTemplateActiveOffset, Value(*clipTemplate.activeOffset));
  }
  return rootWith(std::move(info), topologyPath, clipPath, {clipTemplate.start, clipTemplate.end},
                  options);
}

}  // namespace usdscope
