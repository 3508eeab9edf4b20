// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/base/Diagnostics.h"
#include "engine/base/FileBytes.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnusablePackage{"format.unusable-package", Severity::Error};

/// Returns the bytes of a package's root layer: its first entry or, if that is a package too, the
/// root layer of that package. When the root layer is unreadable, returns an empty optional and
/// reports an error at `site`.
std::optional<FileBytes> findRootLayerOfPackage(FileBytes package, const SourceSite& site,
                                                Diagnostics& diagnostics);

}  // namespace usdscope
