// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/asset/AssetResolver.h"
#include "engine/compose/PrimIndex.h"
#include "engine/math/Types.h"
#include "engine/stage/clips/ClipFault.h"

namespace usdscope {

class Dictionary;

/// The layer and the prim spec that author an entry of a clip set.
struct ClipKeySite {
  std::shared_ptr<const Layer> layer;
  Path path;

  bool operator==(const ClipKeySite&) const = default;
};

/// One clip set, composed from the metadata `clips` and `clipSets` of a prim, with templates
/// expanded. (AOUSD core specification 12.3.4.)
struct ClipSetDefinition {
  std::string name;

  // The anchor is the strongest layer that names the clips. The asset paths of the clips are
  // relative to the anchor. In value resolution, the clips are the next weaker opinion after the
  // anchor.
  const LayerStack* layerStack = nullptr;  ///< Lives as long as the prim index.
  std::shared_ptr<const Layer> layer;
  Path site;  ///< The path of the prim in the layer stack.

  /// Maps set time to stage time. Set time is the time of the layer that authors `assetPaths` or,
  /// if that is stronger, of the layer that authors `active`.
  LayerOffset stageFromSet;
  std::uint32_t timeEntry = 0;  ///< The entry in `layerStack` of the layer whose time is set time.

  // The fields below are empty if they are not authored. All their times are set times, whichever
  // layer authors them.
  std::optional<std::vector<std::string>> assetPaths;
  std::optional<std::string> manifestAssetPath;
  std::optional<std::string> primPath;
  /// Pairs of set time and index into `assetPaths`.
  std::optional<std::vector<glm::dvec2>> active;
  std::optional<std::vector<glm::dvec2>> times;  ///< Pairs of set time and clip time.
  bool interpolatesMissing = false;

  // Other layers than the anchor may author these entries. The layers of the sites are null if no
  // layer does, and for templates.
  ClipKeySite activeSite;
  ClipKeySite timesSite;

  /// Returns the site that authors `active` or `times`. Returns the anchor for other keys, and if
  /// the layer of that site is null.
  ClipKeySite siteOf(std::string_view key) const;

  /// Returns the key of the authored list, `active` or `assetPaths`, that is empty, which is how a
  /// layer switches the set off. Returns an empty string if neither is.
  std::string_view emptyKey() const;

  bool operator==(const ClipSetDefinition&) const = default;
};

/// Composes the clip sets of a prim, strongest first, and appends the faults of their metadata.
std::vector<ClipSetDefinition> composeClipSets(const PrimIndex& index,
                                               const AssetResolver& resolver,
                                               std::vector<ClipFault>& faults);

/// Sets the clips of a set from the template in `info`, its composed entries, and appends the fault
/// of a faulty template. Leaves the set as it is if entries are missing.
void expandClipTemplate(const Dictionary& info, const AssetResolver& resolver,
                        ClipSetDefinition& set, std::vector<ClipFault>& faults);

/// Returns the name of the type that an entry of a clip set must have, for example "double2[]";
/// empty for unknown keys.
std::string_view typeOfClipKey(std::string_view key);

/// Whether an entry of a clip set has the type that its key requires. True for unknown keys.
bool hasTypeOfClipKey(std::string_view key, const Value& value);

}  // namespace usdscope
