// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope {

/// The entries of a capsule that describe it. Its other entries are files of the scene.
inline constexpr std::string_view kCapsuleViewEntry = "capsule.json";
inline constexpr std::string_view kCapsuleReportEntry = "report.md";
inline constexpr std::string_view kCapsulePictureFolder = "pictures/";

/// Whether an entry of a capsule has a name of those that describe it.
inline bool describesCapsule(std::string_view entry) {
  return entry == kCapsuleViewEntry || entry == kCapsuleReportEntry ||
         entry.starts_with(kCapsulePictureFolder);
}

/// Whether a new capsule may get an entry of this name that describes it: its view, its report, or
/// a picture, which is named by a frame (`0024.png`) or `view.png`.
inline bool mayDescribeCapsule(std::string_view entry) {
  if (!entry.starts_with(kCapsulePictureFolder)) return describesCapsule(entry);
  entry.remove_prefix(kCapsulePictureFolder.size());
  if (!entry.ends_with(".png")) return false;
  entry.remove_suffix(4);
  return entry == "view" || entry.find_first_not_of("-.0123456789") == entry.npos;
}

}  // namespace usdscope
