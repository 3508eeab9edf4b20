// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/session/document/Document.h"
#include "app/session/problems/ProblemMarks.h"
#include "app/session/problems/ProblemState.h"
#include "engine/check/Finding.h"
#include "engine/scene/Scene.h"

namespace usdscope {

/// The places that problems come from. Parts that are not known are null or empty.
struct ProblemSources {
  std::optional<LoadState> loading;  ///< Why a file cannot be opened.
  std::string drawingProblem;
  std::shared_ptr<const Diagnostics> drawing;
  std::shared_ptr<const Diagnostics> opening;
  std::shared_ptr<const Stage> stage;
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Findings> findings;
  bool hasClipFindings = false;  ///< The findings have those of the clip doctor.
  bool hasAllFindings = false;   ///< The findings are those of all validators.
};

struct GatheredProblems {
  std::shared_ptr<const ProblemList> list;    ///< Null when there is no source.
  std::shared_ptr<const ProblemMarks> marks;  ///< Null without a stage.
};

/// Makes one list of all problems, each once: findings of validators replace the diagnostics about
/// the same fault, and equal problems of several prims become one. Incomplete when stopped.
GatheredProblems gatherProblems(const ProblemSources& sources, const std::stop_token& stop);

/// Returns the prim that has opinions from a spec of a layer; empty when there is none. Without a
/// layer, the path is that of a prim on the stage.
Path primOfSite(const Stage& stage, const std::string& layer, Path spec,
                const std::stop_token& stop);

}  // namespace usdscope
