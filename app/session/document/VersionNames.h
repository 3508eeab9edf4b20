// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

struct VersionChoice;

/// The names of two compared versions.
struct VersionNames {
  std::string first;
  std::string second;

  bool operator==(const VersionNames&) const = default;
};

/// Returns how to name the open scene `file` and the version beside it: by their files, with as
/// many folders as distinguish them, or by the layer that the version lacks.
VersionNames versionNames(const std::string& file, const VersionChoice& version);

}  // namespace usdscope
