// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/Explain.h"

namespace usdscope {

/// Of a value from clips: where it is from, without a full stop.
std::string clipText(const ResolveTrace& trace, TimeCode time);

}  // namespace usdscope
