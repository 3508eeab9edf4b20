// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "engine/base/Diagnostics.h"

namespace usdscope {

struct VerbContext;

/// Prints an error for each file that another program has changed while it was mapped, or that the
/// machine could not read, and returns whether there is one. A changed file is printed once after
/// its mapping has ended.
bool printChangedFiles(std::ostream& err);

/// As printChangedFiles(), and makes it the reason of the exit status.
bool hasChangedFiles(const VerbContext& context);

/// Writes one line for each entry. Returns whether one of them is an error.
bool printDiagnostics(const Diagnostics& diagnostics, std::ostream& err);

/// Returns whether a file name has the extension of a layer, in upper or lower case; if not, writes
/// an error. The content of the file decides the format. `.sdf` is an old extension of text layers.
/// `.mtlx` is accepted here because the readers report it with a better message.
bool hasLayerName(const std::string& file, std::ostream& err);

}  // namespace usdscope
