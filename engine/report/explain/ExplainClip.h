// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/explain/Explain.h"

namespace usdscope {

/// Describes the source of a value from clips, without a full stop.
std::string clipText(const ResolveTrace& trace, TimeCode time);

}  // namespace usdscope
