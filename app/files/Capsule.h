// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/FileBytes.h"
#include "engine/format/usdz/PackageWriter.h"

namespace usdscope {

/// A capsule is a package with everything that a picture of a scene needs, to report a fault: the
/// layers and clips that are used in some frames, pictures, a report, and the view of the user. The
/// view is the entry `capsule.json`, the report `report.md`, the pictures `pictures/*.png`.
///
/// A capsule opens like every package. It also opens after it was unpacked, from a folder of its
/// own: the view is then the file `capsule.json` beside the root layer.
struct CapsuleView {
  std::string scene;  ///< The name of the root layer in the capsule.
  double from = 0.0;  ///< The frames that the capsule is about.
  double to = 0.0;
  double time = 0.0;                  ///< The frame that is shown.
  std::vector<std::string> selected;  ///< Paths of prims, the leading one first.
  std::string property;               ///< The selected property of the leading prim; may be empty.
  std::string camera;                 ///< The path or name of a camera; empty for the free camera.
  std::vector<std::string> muted;     ///< The muted layers, by their names in the capsule.
  /// The layers and clips that are not in the capsule because its frames do not use them, by the
  /// names that the paths to them have in the capsule.
  std::vector<std::string> leftOut;
  /// The state of the window as SceneMemory writes it; empty if no window made the capsule.
  std::string window;
  bool operator==(const CapsuleView&) const = default;
};

/// A picture that is put into a capsule.
struct CapsulePicture {
  std::string name;  ///< "0024.png"
  FileBytes bytes;
};

std::string capsuleViewToText(const CapsuleView& view);
/// Accepts any bytes. Empty if they are not a view, or if a newer version wrote them.
std::optional<CapsuleView> capsuleViewFromText(std::string_view text);

/// Returns the view in a capsule. `file` is the package, or the root layer of a capsule that was
/// unpacked. Empty for other files. Reads files; thread-safe.
std::optional<CapsuleView> readCapsuleView(const std::string& file);

/// Returns the identifier of a file of an open capsule: an entry of the package, or a file beside
/// the root layer. `file` is the absolute path of what was opened.
std::string fileInCapsule(const std::string& file, const std::string& name);

/// Returns the name in a capsule of a layer that lies in the folder or the package of the root
/// layer; empty for other layers.
std::string nameInCapsule(const std::string& rootFile, const std::string& layer);

/// Returns the bytes of a capsule; empty with a sentence in `problem` if it cannot be made.
std::string packCapsule(std::vector<PackagedFile> files, const CapsuleView& view,
                        const std::string& report, const std::vector<CapsulePicture>& pictures,
                        std::string& problem);

}  // namespace usdscope
