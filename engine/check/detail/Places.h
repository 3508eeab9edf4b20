// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "engine/check/Finding.h"
#include "engine/stage/Stage.h"

namespace usdscope::detail {

/// Fills in what rules leave open: the first site, the layer and the spec. Without a layer of the
/// rule, takes the strongest one with an opinion about the first site.
void placeFindings(const Stage& stage, Findings& findings);

/// Fills in the lines of findings in text layers. Reads each of these files once, in parallel.
/// Layers with unsaved edits, files that have changed and very large files have no lines.
void findLines(const Stage& stage, Findings& findings, const std::stop_token& stop);

/// Clears the asset path of findings whose file exists after all.
void dropFoundFiles(const Stage& stage, Findings& findings, const std::stop_token& stop);

/// Suggests files with near names where a file is missing, but no clips of the same set. Requires:
/// dropFoundFiles() has been called, or all files of the findings are known to be missing.
void suggestFiles(const Stage& stage, Findings& findings, const std::stop_token& stop);

}  // namespace usdscope::detail
