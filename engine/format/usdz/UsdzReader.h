// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnusablePackage{"format.unusable-package", Severity::Error};

/// Returns the bytes of a package's root layer: its first entry or, if that is a package too, the
/// root layer of that package. Returns nothing and reports an error at `site` when unreadable.
std::optional<FileBytes> findRootLayerOfPackage(FileBytes package, const SourceSite& site,
                                                Diagnostics& diagnostics);

}  // namespace usdscope
