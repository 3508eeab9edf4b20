// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/usdz/PackageWriter.h"
#include "engine/stage/Stage.h"

namespace usdscope {

inline constexpr DiagnosticCode kCapsuleIncomplete{"author.capsule-incomplete", Severity::Warning};

/// The root layer of a capsule of a stage whose session layer is not empty: the opinions of the
/// session layer, over the root layer of the stage. The name gets a number if the scene has a file
/// of this name.
inline constexpr std::string_view kCapsuleRoot = "capsule.usda";

/// The files of a capsule.
struct CapsuleContents {
  std::vector<PackagedFile> files;  ///< The root layer is the first file.
  /// The names that layers and clips would have in the capsule which exist, but are not used in its
  /// frames. Sorted.
  std::vector<std::string> leftOut;
};

/// Returns the files that a stage needs in an interval of stage time, as the files of one folder or
/// package; see localize(). They compose to a stage with the same prims, and the same values in the
/// interval. If the root layer is in a package, its entries become files of the capsule. The
/// package is copied whole if one of their names is not valid in packages, or is that of another
/// file or of an entry that describes the capsule.
///
/// The layers are those that composition uses, so that those of other variants and of unloaded
/// payloads are missing. The clips are those that play in the interval, with one clip before it and
/// one behind it, from which values are interpolated. A set without a manifest, or one that
/// interpolates missing values, keeps all its clips. Textures and other files are all there.
///
/// `edited` are the identifiers of layers with edits that their files lack. Returns nothing when
/// stopped. Requires: `from` is not after `to`.
CapsuleContents capsuleFiles(const Stage& stage, double from, double to,
                             const std::set<std::string>& edited, Diagnostics& diagnostics,
                             const std::stop_token& stop);

}  // namespace usdscope
