// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Returns unused heap pages to the system. Call it after work that has freed much memory. Takes a
/// few milliseconds when there is much to return. Thread-safe.
void returnFreeMemory();

}  // namespace usdscope
