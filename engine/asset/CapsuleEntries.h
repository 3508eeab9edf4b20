// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace usdscope {

/// The entries of a capsule that describe it. Its other entries are files of the scene.
inline constexpr std::string_view kCapsuleViewEntry = "capsule.json";
inline constexpr std::string_view kCapsuleReportEntry = "report.md";
inline constexpr std::string_view kCapsulePictureFolder = "pictures/";

/// Whether an entry of a capsule describes it.
inline bool describesCapsule(std::string_view entry) {
  return entry == kCapsuleViewEntry || entry == kCapsuleReportEntry ||
         entry.starts_with(kCapsulePictureFolder);
}

}  // namespace usdscope
