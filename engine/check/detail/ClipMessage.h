// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {
struct ClipFinding;
}

namespace usdscope::detail {

/// Returns the message of a finding of the clip doctor: its file, its set, what is wrong and how to
/// correct it.
std::string clipMessage(const ClipFinding& finding);

}  // namespace usdscope::detail
