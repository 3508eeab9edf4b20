// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// The commit that the program is built from, shortened; `+` behind it means that files differ from
/// the commit. "unknown" when it is built from sources without a history. CMake makes the source.
const char* sourceCommit();

}  // namespace usdscope
