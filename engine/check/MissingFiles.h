// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "engine/check/Check.h"

namespace usdscope {

/// Finds the files that the composed scene names and that do not exist: sublayers, references,
/// payloads, clips, files that templates of clips lack, and the files of asset-valued attributes at
/// every sample. Opens no layer.
///
/// The findings have the validators of check(), so that the result of check() replaces them. They
/// are sorted, and incomplete when stopped. Runs in parallel.
Findings findMissingFiles(const Stage& stage, const CheckProgress& progress = {},
                          std::stop_token stop = {});

}  // namespace usdscope
