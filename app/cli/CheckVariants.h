// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>

#include "engine/check/Check.h"

namespace usdscope {

/// usdchecker's limit of the number of checks.
inline constexpr std::size_t kMostVariants = 1000;

/// Checks a stage again with each variant of each set that is not selected, one at a time; other
/// sets keep their selections. Returns `findings`, which are those of the stage itself, and the
/// findings that only other variants have: their messages name the variant. Stops after
/// kMostVariants checks and says so on `err`.
Findings withOtherVariants(const std::shared_ptr<const Stage>& stage, const CheckOptions& options,
                           Findings findings, std::ostream& err);

}  // namespace usdscope
