// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Gives pages that hold nothing back to the system. For the end of work that has freed much, a few
/// milliseconds where there is much; any thread may call it.
void returnFreeMemory();

}  // namespace usdscope
