// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// Returns the path on the stage of an attribute in the clips of a set. `anchor` is the prim that
/// has the set.
Path clipPathOnStage(Path anchor, const ClipSet& set, Path inClips);

/// Returns the attribute on the stage that an attribute in the clips gives values to; empty if the
/// stage does not define it.
Attribute clipAttributeOnStage(const Prim& anchor, const ClipSet& set, Path inClips);

/// Returns the type with which values of an attribute in the clips are read: the type on the stage,
/// else in the manifest. Empty if neither defines the attribute.
Token typeReadFromClips(const Prim& anchor, const ClipSet& set, Path inClips);

/// Whether an attribute in a clip has samples or a spline.
bool isAnimatedInClip(const PropertySpec& property);

/// Whether the values of an attribute in a clip can be read as a type. Types may differ in their
/// role: `float3` can be read as `color3f`. True for unknown types.
bool canBeReadAs(const PropertySpec& property, Token typeName);

}  // namespace usdscope
