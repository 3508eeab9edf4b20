// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/Finding.h"
#include "engine/check/Validator.h"
#include "engine/stage/Stage.h"

namespace usdscope {

class ClipContentsStore;

/// The keyword of the validators of what ARKit can read. They apply only on request, and do not
/// have kOwnKeyword.
inline constexpr std::string_view kArKitKeyword = "ARKitValidators";

/// Called with the number of steps that are done and the number of all steps. May be called on any
/// thread, and on several at once; `done` is then not ascending.
using CheckProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Selects validators by name and keyword. Without a list to include, all are included but those of
/// ARKit. Exclusions are stronger.
struct CheckOptions {
  std::vector<std::string> includeKeywords;
  std::vector<std::string> includeValidators;
  std::vector<std::string> excludeKeywords;
  std::vector<std::string> excludeValidators;
  bool includesArKit = false;  ///< Adds the validators of ARKit to the others.
  /// Has the contents of clips that were read before, and keeps those that are read; may be null.
  std::shared_ptr<ClipContentsStore> clipContents;
  /// Called with the number of clip files that are done and of all clip files, first with none
  /// done, if there are any; may be empty.
  CheckProgress clipProgress;
  /// Ends the reading of clips, but not the other checks.
  std::stop_token clipStop;
};

/// Returns the validators that the options select, sorted by name.
std::vector<const Validator*> selectedValidators(const CheckOptions& options);

/// Returns the names in the options that no validator and no keyword has.
std::vector<std::string> unknownNames(const CheckOptions& options);

/// Checks the active, loaded, defined and not abstract prims of a stage, with the prims of
/// instances, against the selected validators. Opens all layers, clips and packages that the scene
/// needs. Runs in parallel.
///
/// Returns the findings without duplicates, sorted by validator, first site, error and message:
/// equal for any number of threads. Incomplete when stopped. (UsdValidationContext::Validate.)
Findings check(const Stage& stage, const CheckOptions& options = {},
               const CheckProgress& progress = {}, std::stop_token stop = {});

/// Sorts findings as check() does, and removes duplicates.
void sortFindings(Findings& findings);

}  // namespace usdscope
