// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

class Session;

/// Removes a clip from memory, named by its authored asset path or its identifier. It is read again
/// when it is needed. Returns a sentence that says why this is impossible; else empty. GUI thread
/// only.
std::string evictClip(Session& session, const std::string& file);

}  // namespace usdscope
