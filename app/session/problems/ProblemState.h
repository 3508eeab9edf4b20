// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// Something that is wrong with the scene: in its files, in its composition, or by a rule. Equal
/// problems of several prims are one, except for faults of value clips.
struct Problem {
  Severity severity = Severity::Error;
  /// The validator (`usdscope:Extents`), or the part of the program that found the problem:
  /// `opening`, `composition`, `clips`, `drawing`.
  std::string source;
  std::string error;    ///< The name of the error of the validator, or the id of a diagnostic.
  std::string message;  ///< One sentence or more.
  std::string hint;     ///< How to correct it; may be empty.
  std::string layer;    ///< Identifier; empty if no layer is involved.
  Path spec;            ///< The path in `layer`; empty when unknown.
  int line = 0;         ///< 1-based line of the file of a text layer; 0 when unknown.
  /// The prims and properties on the stage, each once, without `/`. Empty if none is known.
  std::vector<Path> sites;
  std::optional<double> time;      ///< The first stage time with the problem.
  std::size_t count = 1;           ///< The number of equal problems.
  std::string asset;               ///< The asset path of a missing file; else empty.
  std::vector<std::string> tried;  ///< The places where that file was searched.

  /// Names the rule: `usdscope:Extents.WrongExtent`.
  std::string rule() const { return source + "." + error; }
  bool operator==(const Problem&) const = default;
};

/// Sorted: errors first, then warnings and notes.
using ProblemList = std::vector<Problem>;

/// Everything that is wrong with the scene, as far as it is known.
struct ProblemState {
  std::shared_ptr<const ProblemList> list;  ///< Null while no scene is open and none has failed.
  /// The check that is running, for people: "Looking for missing files". Empty if none is.
  std::string activity;
  std::size_t done = 0;  ///< Steps of `activity`.
  std::size_t total = 0;
  bool isComplete = false;  ///< All validators have checked this version of the scene.

  bool operator==(const ProblemState&) const = default;
};

/// Decides which problems are shown.
struct ProblemFilter {
  std::set<Severity> hidden;      ///< The severities that are not shown.
  std::string source;             ///< Only problems from here; empty for all.
  std::string text;               ///< Words that a problem must contain, in any case.
  std::set<std::string> ignored;  ///< Rules that are not shown; see Problem::rule().

  bool accepts(const Problem& problem) const;
  /// Like accepts(), but regardless of the severity: buttons show how many each would add.
  bool acceptsButSeverity(const Problem& problem) const;
  bool operator==(const ProblemFilter&) const = default;
};

/// Returns a problem as a line for the clipboard: "error: /a/shot.usda:12: </World/A> at frame 3:
/// The message. (usdscope:Extents.WrongExtent)", with "×3" for equal ones.
std::string problemText(const Problem& problem);

/// Returns the lines of all problems that a filter accepts.
std::string problemsText(const ProblemList& list, const ProblemFilter& filter);

}  // namespace usdscope
