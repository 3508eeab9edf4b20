// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// A stretch of stage time in which one clip of a set plays.
struct ClipStretch {
  double from = 0.0;       ///< As authored; the first clip plays before it too.
  double to = 0.0;         ///< Up to and without this; infinity for the last one.
  std::size_t index = 0;   ///< Into the asset paths of the set.
  std::string file;        ///< As authored.
  bool isFound = false;    ///< There is such a file, and it can be read.
  std::vector<Path> gaps;  ///< Declared attributes that it has no samples of, as in the manifest.
};

/// One clip set of a prim, with what its files say.
struct ClipSetReport {
  Path prim;                           ///< On the stage.
  ClipSetDefinition definition;        ///< Composed, as far as it goes.
  std::shared_ptr<const ClipSet> set;  ///< Null: the set is incomplete or faulty, and ignored.
  std::vector<ClipStretch> lane;       ///< In the order in which they play.
  std::vector<Path> declared;          ///< Attributes of the manifest, varying ones.
};

/// A mistake in value clips that shows nowhere else, or a file that is not there.
struct ClipFinding {
  std::string id;  ///< "missing-file", "incomplete-set", …
  Severity severity = Severity::Warning;
  Path prim;                    ///< That has the clip set, on the stage.
  std::string set;              ///< Empty: not of one set.
  std::optional<double> frame;  ///< First stage time at which it shows.
  std::string file;             ///< Clip, manifest or layer; empty: none.
  std::string message;          ///< One sentence.
  std::string hint;             ///< What to do.
};

struct ClipsReport {
  std::vector<ClipSetReport> sets;  ///< Prim by prim as they are traversed, strongest first.
  std::vector<ClipFinding> findings;
  /// Something is wrong: a finding that is more than a note.
  bool hasProblems() const;
};

/// Opens every clip of every clip set of the stage and examines it.
ClipsReport reportClips(const Stage& stage);

/// The same for the clip sets that reach one prim. Without `opensClips` only their metadata and
/// template files are examined, and lanes know nothing of gaps. Where `stop` is requested the
/// report ends between two clips, and is of no use.
ClipsReport reportClipsReaching(const Prim& prim, bool opensClips,
                                const std::stop_token& stop = {});

/// "stage time → clip time: 101→1 102→2", as authored; empty where times are.
std::string mappingText(const ClipSetReport& set);
/// "manifest: ./walk.manifest.usda, 2 attributes"; empty for a set that is ignored.
std::string manifestText(const ClipSetReport& set);

/// A finding on one line: "missing.usda, from 12 on: The clip cannot be opened. Write the file."
std::string findingText(const ClipFinding& finding);

Json clipsToJson(const ClipsReport& report, const Stage& stage);
std::string clipsToText(const ClipsReport& report, const Stage& stage);

}  // namespace usdscope
