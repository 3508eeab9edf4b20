// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Whether the keyboard is in a field, so that keys are text or belong to the field. GUI thread
/// only.
bool isTyping();

}  // namespace usdscope
