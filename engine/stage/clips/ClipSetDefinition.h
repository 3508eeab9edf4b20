// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/asset/AssetResolver.h"
#include "engine/base/Diagnostics.h"
#include "engine/compose/PrimIndex.h"
#include "engine/math/Types.h"

namespace usdscope {

inline constexpr DiagnosticCode kInvalidClips{"stage.invalid-clips", Severity::Warning};

/// What the metadata `clips` and `clipSets` of a prim say of one clip set, composed and with
/// templates written out. (AOUSD core specification 12.3.4.)
struct ClipSetDefinition {
  std::string name;

  // The anchor: the strongest layer that names the clips. Their paths are relative to it, and in
  // value resolution they come right after it.
  const LayerStack* layerStack = nullptr;  ///< Lives as long as the prim index.
  std::shared_ptr<const Layer> layer;
  Path site;  ///< Of the prim, in the layer stack.

  /// Stage time from the time of the set, in which it does all its work: the time of the layer
  /// that says which clips there are or, if that is stronger, when they are active.
  LayerOffset stageFromSet;
  std::uint32_t timeEntry = 0;  ///< That layer: into the entries of `layerStack`.

  // Empty where nothing is authored. In the time of the set, whatever layer they come from.
  std::optional<std::vector<std::string>> assetPaths;
  std::optional<std::string> manifestAssetPath;
  std::optional<std::string> primPath;
  std::optional<std::vector<glm::dvec2>> active;  ///< Set time, index into assetPaths.
  std::optional<std::vector<glm::dvec2>> times;   ///< Set time, clip time.
  bool interpolatesMissing = false;

  bool operator==(const ClipSetDefinition&) const = default;
};

/// The clip sets of a prim, strongest first. Faults in the metadata are reported as kInvalidClips.
std::vector<ClipSetDefinition> composeClipSets(const PrimIndex& index,
                                               const AssetResolver& resolver,
                                               Diagnostics& diagnostics);

}  // namespace usdscope
