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

/// An interval of stage time in which one clip of a set is active.
struct ClipStretch {
  double from = 0.0;       ///< As authored; the first clip is active before it too.
  double to = 0.0;         ///< Exclusive; infinity for the last clip.
  std::size_t index = 0;   ///< Index into the asset paths of the set.
  std::string file;        ///< As authored.
  bool isFound = false;    ///< The file exists and can be read.
  std::vector<Path> gaps;  ///< Declared attributes without samples in it, as in the manifest.
};

/// A clip set of a prim with the facts from its files.
struct ClipSetReport {
  Path prim;                     ///< On the stage.
  ClipSetDefinition definition;  ///< The composed metadata, which may be incomplete.
  std::shared_ptr<const ClipSet>
      set;                        ///< Null when the set is incomplete or faulty; it is ignored.
  std::vector<ClipStretch> lane;  ///< In playing order.
  std::vector<Path> declared;     ///< The varying attributes of the manifest.
};

/// A mistake in value clips that nothing else reports, or a missing file.
struct ClipFinding {
  std::string id;  ///< "missing-file", "incomplete-set", …
  Severity severity = Severity::Warning;
  Path prim;                    ///< The prim on the stage that has the clip set.
  std::string set;              ///< Empty when the finding concerns no single set.
  std::optional<double> frame;  ///< The first stage time with a visible effect.
  std::string file;             ///< The clip, manifest or layer; empty when there is none.
  std::string message;          ///< The fault and its consequence.
  std::string hint;             ///< The remedy.
};

struct ClipsReport {
  std::vector<ClipSetReport> sets;  ///< In traversal order of the prims, strongest first.
  std::vector<ClipFinding> findings;
  /// Whether a finding is more severe than a note.
  bool hasProblems() const;
};

/// Opens every clip of every clip set of the stage and examines it.
ClipsReport reportClips(const Stage& stage);

/// Like reportClips(), for the clip sets that apply to one prim. Without `opensClips` only metadata
/// and template files are examined, and lanes have no gaps. After a request on `stop` the report
/// ends early and is incomplete.
ClipsReport reportClipsReaching(const Prim& prim, bool opensClips,
                                const std::stop_token& stop = {});

/// "stage time → clip time: 101→1 102→2", as authored; empty when `times` is empty.
std::string mappingText(const ClipSetReport& set);
/// "manifest: ./walk.manifest.usda, 2 attributes"; empty for an ignored set.
std::string manifestText(const ClipSetReport& set);

/// A finding on one line: "missing.usda, from 12 on: The clip cannot be opened. Write the file."
std::string findingText(const ClipFinding& finding);

Json clipsToJson(const ClipsReport& report, const Stage& stage);
std::string clipsToText(const ClipsReport& report, const Stage& stage);

}  // namespace usdscope
