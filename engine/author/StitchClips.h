// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/layer/Layer.h"
#include "engine/stage/clips/ClipTemplate.h"

namespace usdscope {

/// The metadata of the new clip set. (The options of usdstitchclips.)
struct ClipStitchOptions {
  std::string clipSet = "default";
  bool interpolatesMissing = false;
  std::optional<double> startTimeCode;  ///< For the root layer; by default taken from the clips.
  std::optional<double> endTimeCode;
  std::string comment;  ///< Comment of the root layer; empty for none.
};

/// Makes the topology layer: all specs of the clips without time samples. (StitchClipsTopology.)
std::shared_ptr<const Layer> makeClipTopology(std::span<const std::shared_ptr<const Layer>> clips);

/// Makes the manifest: the attributes of `clipPath` and its descendants that have time samples in
/// any clip. Types and defaults come from `topology`. (StitchClipsManifest.)
std::shared_ptr<const Layer> makeClipManifest(std::span<const std::shared_ptr<const Layer>> clips,
                                              const Layer& topology, Path clipPath);

/// Makes the root layer that plays the clips one after the other, each from its start time code on.
/// The topology is its sublayer; the prim `clipPath` has the clip set. Paths are written as given.
/// (StitchClips.)
std::shared_ptr<const Layer> makeClipRoot(std::span<const std::shared_ptr<const Layer>> clips,
                                          std::span<const std::string> clipPaths,
                                          const std::string& topologyPath,
                                          const std::string& manifestPath, Path clipPath,
                                          const ClipStitchOptions& options);

/// Like makeClipRoot(), with a file name template instead of a list. (StitchClipsTemplate.)
std::shared_ptr<const Layer> makeClipTemplateRoot(const ClipTemplate& clipTemplate,
                                                  const std::string& topologyPath,
                                                  const std::string& manifestPath, Path clipPath,
                                                  const ClipStitchOptions& options);

}  // namespace usdscope
