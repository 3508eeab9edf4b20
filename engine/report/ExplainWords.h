// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/report/Explain.h"

namespace usdscope {

/// The explanation in one sentence; see Explanation::sentence.
std::string sentenceOf(const Explanation& explanation);

/// Why an opinion wins or loses, without a full stop: "weaker than `shot.usda`".
std::string reasonOf(const OpinionReport& opinion, const std::vector<OpinionReport>& all);

/// The name of an opinion's clip set; empty if it is not a clip set.
std::string clipSetName(const OpinionReport& opinion);

/// The last part of a file's path, also inside of a package.
std::string nameOfFile(const std::string& path);

/// A layer by the name of its file alone, in backquotes: `shot.usda`; or "the generated
/// manifest", "the session layer".
std::string quotedName(const Layer& layer);

}  // namespace usdscope
