// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The default budget of value clips, as in StageRequest.
inline constexpr double kClipMebibytes = 1024.0;

/// The options of verbs that work on a stage: the scene, and how to compose it.
struct StageOptions {
  std::string file;
  std::string load = "all";           ///< Which payloads are loaded: `all` or `none`.
  std::string session;                ///< A file that becomes the session layer.
  std::vector<std::string> mute;      ///< Layers, relative to the scene's folder.
  std::vector<std::string> variants;  ///< `PRIM:SET=NAME`, authored in the session layer in order.
  std::string interpolation = "linear";  ///< `linear` or `held`.
  /// `SET=NAME,NAME`: the variants to try if no layer selects a variant of the set.
  std::vector<std::string> variantFallbacks;
  std::vector<std::string> searchPaths;  ///< Folders, searched before those of the environment.
  std::string mask;  ///< Prim paths, separated by commas or spaces; empty for all prims.
  double clipBudget = kClipMebibytes;  ///< MiB of value clips that may stay in memory.
  bool readsMaterialX = true;          ///< False to open no MaterialX files.
};

/// Adds FILE and the options of a stage. `options` must outlive `command`.
void addStageOptions(VerbOptions& command, StageOptions& options);

/// Adds --mask, for verbs that show or write the prims of a stage. Returns the option.
VerbOption addMaskOption(VerbOptions& command, std::string& mask);

/// Adds --clipBudget. addStageOptions() includes it.
void addClipBudgetOption(VerbOptions& command, double& mebibytes);
/// Returns the budget in bytes; see StageRequest.
std::size_t clipByteBudget(double mebibytes);

/// Adds --interpolation.
void addInterpolationOption(VerbOptions& command, StageOptions& options);

/// Composes the stage that the options describe, and prints problems. Returns null when the stage
/// cannot be opened.
std::shared_ptr<const Stage> openStage(const StageOptions& options, VerbContext context);

/// Reports values that cannot be decoded, in all layers of the stage. For verbs that write values.
void checkUsedValues(const Stage& stage, Diagnostics& diagnostics);

}  // namespace usdscope
