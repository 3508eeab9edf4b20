// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/layer/Layer.h"

namespace usdscope {

/// What the clip set is to say. (Options of usdstitchclips.)
struct ClipStitchOptions {
  std::string clipSet = "default";
  bool interpolatesMissing = false;
  std::optional<double> startTimeCode;  ///< Of the root layer; without: of the clips.
  std::optional<double> endTimeCode;
  std::string comment;  ///< Of the root layer; empty: none.
};

/// A numbered sequence of files; see ClipTemplate.
struct ClipTemplateOptions {
  std::string path;
  double start = 0.0;
  double end = 0.0;
  double stride = 1.0;
  std::optional<double> activeOffset;
};

/// What the clips have in common: their specs without time samples. (StitchClipsTopology.)
std::shared_ptr<const Layer> makeClipTopology(std::span<const std::shared_ptr<const Layer>> clips);

/// The attributes at and below `clipPath` that have time samples in one of the clips, with what
/// `topology` says of their type and default. (StitchClipsManifest.)
std::shared_ptr<const Layer> makeClipManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                              const Layer& topology, Path clipPath);

/// The layer that plays the clips one after the other, each from its start time code on: it has the
/// topology as its sublayer and the clip set on the prim `clipPath`. Paths are written as given.
/// (StitchClips.)
std::shared_ptr<const Layer> makeClipRoot(std::span<const std::shared_ptr<const Layer>> clips,
                                          std::span<const std::string> clipPaths,
                                          const std::string& topologyPath,
                                          const std::string& manifestPath, Path clipPath,
                                          const ClipStitchOptions& options);

/// The same with a template instead of a list of files. (StitchClipsTemplate.)
std::shared_ptr<const Layer> makeClipTemplateRoot(const ClipTemplateOptions& clipTemplate,
                                                  const std::string& topologyPath,
                                                  const std::string& manifestPath, Path clipPath,
                                                  const ClipStitchOptions& options);

}  // namespace usdscope
