// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/report/explain/Explain.h"

namespace usdscope {

/// Returns an explanation in one sentence; see Explanation::sentence.
std::string sentenceOf(const Explanation& explanation);

/// Returns why an opinion wins or loses, without a full stop: "weaker than `shot.usda`".
std::string reasonOf(const OpinionReport& opinion, const std::vector<OpinionReport>& all);

/// Returns the name of an opinion's clip set; empty if the opinion is not that of a clip set.
std::string clipSetName(const OpinionReport& opinion);

/// Returns the file name of a path, also for a file in a package.
std::string nameOfFile(const std::string& path);

/// Returns the file name of a layer in backquotes: `shot.usda`; or "the generated manifest" or "the
/// session layer".
std::string quotedName(const Layer& layer);

}  // namespace usdscope
