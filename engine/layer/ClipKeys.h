// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Keys of a clip set in the metadata `clips`. ClipMetadata has the types of their values.
namespace usdscope::clip_keys {

inline constexpr const char* kActive = "active";
inline constexpr const char* kAssetPaths = "assetPaths";
inline constexpr const char* kInterpolateMissing = "interpolateMissingClipValues";
inline constexpr const char* kManifestAssetPath = "manifestAssetPath";
inline constexpr const char* kPrimPath = "primPath";
inline constexpr const char* kTemplateActiveOffset = "templateActiveOffset";
inline constexpr const char* kTemplateAssetPath = "templateAssetPath";
inline constexpr const char* kTemplateEndTime = "templateEndTime";
inline constexpr const char* kTemplateStartTime = "templateStartTime";
inline constexpr const char* kTemplateStride = "templateStride";
inline constexpr const char* kTimes = "times";

}  // namespace usdscope::clip_keys
