// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "engine/base/Diagnostics.h"

namespace usdscope {

/// Writes one line for each entry. Returns whether one of them is an error.
bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err);

/// Whether the name of a file has the ending of a layer, in upper or lower case; otherwise writes
/// an error. The content decides the format. `.sdf` is an old ending of text layers; `.mtlx` is
/// accepted here because its reader has a message of its own.
bool hasLayerName(const std::string& file, std::ostream& err);

}  // namespace usdscope
