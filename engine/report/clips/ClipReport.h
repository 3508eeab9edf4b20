// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
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

class ClipContentsStore;

/// An interval of stage time in which one clip of a set is active.
struct ClipStretch {
  double from = 0.0;          ///< The authored start. The first clip is also active before it.
  double to = 0.0;            ///< Exclusive; infinity for the last clip.
  std::size_t index = 0;      ///< Index into the asset paths of the set.
  std::string file;           ///< As authored.
  bool isFound = false;       ///< Whether the file exists and can be read.
  bool isUnreadable = false;  ///< The file exists, but cannot be read.
  /// Attributes that the manifest declares but that have no samples in the clip, in the order of
  /// ClipSetReport::declared.
  std::vector<Path> gaps;
};

/// A clip set of a prim, with the findings in its files.
struct ClipSetReport {
  Path prim;                     ///< The prim on the stage that has the set.
  ClipSetDefinition definition;  ///< The composed metadata, which may be incomplete.
  std::shared_ptr<const ClipSet>
      set;  ///< Null if the set is incomplete or faulty, so that it is ignored.
  std::vector<ClipStretch> lane;  ///< The clips in playing order.
  std::vector<Path> declared;     ///< The varying attributes of the manifest.
};

/// A mistake in value clips. Most of them are not errors when values are read, so only this report
/// shows them.
struct ClipFinding {
  std::string id;  ///< "missing-file", "incomplete-set", …
  Severity severity = Severity::Warning;
  Path prim;  ///< The prim on the stage that has the clip set.
  /// The first attribute with the mistake, or else `prim`. A site in a prototype is given below the
  /// first instance of the prototype.
  Path site;
  std::string set;              ///< Empty if the finding does not belong to a single set.
  std::optional<double> frame;  ///< The first stage time at which the mistake has an effect.
  std::string file;     ///< The file with the mistake: a clip, manifest or layer; may be empty.
  std::string message;  ///< The fault and its consequence.
  std::string hint;     ///< How to correct the mistake.
};

struct ClipsReport {
  std::vector<ClipSetReport> sets;  ///< In traversal order of the prims, strongest first.
  std::vector<ClipFinding> findings;
  /// Whether any finding is more severe than a note.
  bool hasProblems() const;
};

/// How a report reads clips.
struct ClipReading {
  /// Called after each file of a set, on the thread that makes the report, whether it was read or
  /// known already; may be empty.
  std::function<void()> fileDone;
  /// Has the contents of files that were read before; may be null.
  ClipContentsStore* store = nullptr;
};

/// Checks all clip sets of a stage. Opens every clip. The report is incomplete when stopped.
ClipsReport reportClips(const Stage& stage, const std::stop_token& stop = {},
                        const ClipReading& reading = {});

/// Returns how often reportClips() calls ClipReading::fileDone for a stage. Less when stopped.
std::size_t clipFileCount(const Stage& stage, const std::stop_token& stop = {});

/// Like reportClips(), for the clip sets that apply to one prim. Without `opensClips`, checks only
/// the metadata and whether the files of templates exist, and does not find gaps. The report is
/// incomplete when stopped.
ClipsReport reportClipsReaching(const Prim& prim, bool opensClips, const std::stop_token& stop = {},
                                const ClipReading& reading = {});

/// Returns the authored `times` as text: "stage time → clip time: 101→1 102→2"; empty when there
/// are none.
std::string mappingText(const ClipSetReport& set);
/// Returns a line about the manifest: "manifest: ./walk.manifest.usda, 2 attributes"; empty for an
/// ignored set.
std::string manifestText(const ClipSetReport& set);

/// Returns a finding on one line: "missing.usda, from 12 on: The clip cannot be opened. Write the
/// file."
std::string findingText(const ClipFinding& finding);

Json clipsToJson(const ClipsReport& report, const Stage& stage);
std::string clipsToText(const ClipsReport& report, const Stage& stage);

}  // namespace usdscope
