// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/Verb.h"

namespace usdscope {

// Each is defined in the file of its verb.
RunVerb declareBake(CLI::App& command);
RunVerb declareBench(CLI::App& command);
RunVerb declareCat(CLI::App& command);
RunVerb declareClips(CLI::App& command);
RunVerb declareDiff(CLI::App& command);
RunVerb declareDump(CLI::App& command);
RunVerb declareDumpCrate(CLI::App& command);
RunVerb declareExplain(CLI::App& command);
RunVerb declareFlatten(CLI::App& command);
RunVerb declareManifest(CLI::App& command);
RunVerb declarePackage(CLI::App& command);
RunVerb declareRecord(CLI::App& command);
RunVerb declareResolve(CLI::App& command);
RunVerb declareStitch(CLI::App& command);
RunVerb declareStitchClips(CLI::App& command);
RunVerb declareTree(CLI::App& command);
RunVerb declareView(CLI::App& command);

}  // namespace usdscope
