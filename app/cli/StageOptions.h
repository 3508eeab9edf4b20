// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The budget of value clips where none is given, as StageRequest has it.
inline constexpr double kClipMebibytes = 1024.0;

/// What verbs that work on a stage are told on the command line: the scene, and how to compose it.
struct StageOptions {
  std::string file;
  std::string load = "all";           ///< `all` or `none`: payloads.
  std::string session;                ///< A file that becomes the session layer.
  std::vector<std::string> mute;      ///< Layers, relative to the scene's folder.
  std::vector<std::string> variants;  ///< `PRIM:SET=NAME`, authored in the session layer in order.
  std::string interpolation = "linear";  ///< `linear` or `held`.
  /// `SET=NAME,NAME`: what is taken where no layer selects a variant of the set.
  std::vector<std::string> variantFallbacks;
  std::vector<std::string> searchPaths;  ///< Folders, before those of the environment.
  std::string mask;                    ///< Paths of prims, apart by commas and spaces; empty: all.
  double clipBudget = kClipMebibytes;  ///< MiB of value clips that may stay in memory.
};

/// Adds FILE and the options of a stage. `options` must outlive `command`.
void addStageOptions(VerbOptions& command, StageOptions& options);

/// Adds --mask, of verbs that show or write what a stage has. Returns the option.
VerbOption addMaskOption(VerbOptions& command, std::string& mask);

/// Adds --clipBudget, which addStageOptions() adds too.
void addClipBudgetOption(VerbOptions& command, double& mebibytes);
/// The budget in bytes; see StageRequest.
std::size_t clipByteBudget(double mebibytes);

/// Adds --interpolation.
void addInterpolationOption(VerbOptions& command, StageOptions& options);

/// Composes the stage that the options describe, and prints what went wrong. Empty when there is
/// no stage; then an error has been printed.
std::shared_ptr<const Stage> openStage(const StageOptions& options, std::ostream& err);

/// Reports what cannot be decoded of any layer that the stage uses: for verbs that write values.
void checkUsedValues(const Stage& stage, Diagnostics& diagnostics);

}  // namespace usdscope
