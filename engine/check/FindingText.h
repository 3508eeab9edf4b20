// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/Json.h"
#include "engine/check/Finding.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {

/// Returns a finding on one line: "error: shot.usda: </World>: The message. (validator.error)".
std::string findingText(const Finding& finding, const LayerNames& names);

/// Returns an array of objects with `validator`, `error`, `severity`, `sites`, `layer`, `line`,
/// `time` and `message`. Unknown parts are null.
Json findingsToJson(const Findings& findings, const LayerNames& names);

}  // namespace usdscope
