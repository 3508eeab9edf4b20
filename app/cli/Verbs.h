// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/Verb.h"

namespace usdscope {

// Each function is defined in the file of its verb.
RunVerb declareBake(VerbOptions& command);
RunVerb declareBench(VerbOptions& command);
RunVerb declareCapsule(VerbOptions& command);
RunVerb declareCat(VerbOptions& command);
RunVerb declareCheck(VerbOptions& command);
RunVerb declareClips(VerbOptions& command);
RunVerb declareDiff(VerbOptions& command);
RunVerb declareDump(VerbOptions& command);
RunVerb declareDumpCrate(VerbOptions& command);
RunVerb declareExplain(VerbOptions& command);
RunVerb declareFind(VerbOptions& command);
RunVerb declareFlatten(VerbOptions& command);
RunVerb declareHelp(VerbOptions& command);
RunVerb declareManifest(VerbOptions& command);
RunVerb declarePackage(VerbOptions& command);
RunVerb declareRecord(VerbOptions& command);
RunVerb declareResolve(VerbOptions& command);
RunVerb declareStats(VerbOptions& command);
RunVerb declareStitch(VerbOptions& command);
RunVerb declareStitchClips(VerbOptions& command);
RunVerb declareThumbnail(VerbOptions& command);
RunVerb declareTree(VerbOptions& command);
RunVerb declareView(VerbOptions& command);

}  // namespace usdscope
