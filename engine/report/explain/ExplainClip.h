// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/explain/Explain.h"

namespace usdscope {

/// Describes the source of a value from clips, without a full stop. `fault` says why the clip that
/// plays has no samples, if its file is missing or unreadable: "does not exist"; else null.
std::string clipText(const ResolveTrace& trace, TimeCode time, const char* fault);

}  // namespace usdscope
