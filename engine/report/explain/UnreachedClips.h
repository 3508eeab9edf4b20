// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/layer/Layer.h"
#include "engine/stage/Property.h"

namespace usdscope {

class ClipSet;

/// A clip set on a prim or an ancestor that gives an attribute no values, although a person who
/// reads the metadata expects it to.
struct UnreachedClips {
  std::string set;
  /// The layer that authors the entry to blame, or else names the clips.
  std::shared_ptr<const Layer> layer;
  Path site;           ///< The prim spec in this layer.
  std::string reason;  ///< "templateStride 0 is not greater than 0; the set is ignored"
};

/// Returns the clip sets on a prim that the stage uses, strongest first, without those on its
/// ancestors.
std::vector<std::shared_ptr<const ClipSet>> ownClipSets(const Prim& prim);

/// Returns the clip sets on a prim, without those on its ancestors, that are ignored because of
/// their metadata, or that a layer switches off.
std::vector<UnreachedClips> ignoredClipSets(const Prim& prim);

/// Returns the sets of instances, and of their ancestors, that declare an attribute below the
/// instance, where clips do not apply; and the sets that are ignored because of their metadata, or
/// that a layer switches off.
std::vector<UnreachedClips> unreachedClips(const Attribute& attribute);

}  // namespace usdscope
