// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/value/Value.h"

namespace usdscope {

/// The name of the type that an entry of a clip set must have, "double2[]"; empty for keys that
/// mean nothing to clips.
std::string_view typeOfClipKey(std::string_view key);

/// Whether an entry can be used: of the type of its key, or of a key that means nothing. Others
/// count as if they were not there.
bool hasTypeOfClipKey(std::string_view key, const Value& value);

}  // namespace usdscope
