// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/clips/ClipDoctor.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipTemplate.h"

namespace usdscope {

class LeftOutFiles;

/// Numbers of a template in a row for which no file exists. The clip before them, if any, plays on.
struct TemplateHole {
  std::size_t count = 0;       ///< The number of missing files.
  std::string firstFile;       ///< As the template writes it.
  double from = 0.0;           ///< The stage time at which the first missing file would start.
  double to = 0.0;             ///< The stage time at which the file after the hole would start.
  bool hasClipBefore = false;  ///< Otherwise the first file that exists plays before its start.
  bool isLeftOut = false;      ///< The stage is in a capsule that lacks the files on purpose.
};

/// Returns the template of a clip set with these entries; empty if it has none, or if entries are
/// missing or of the wrong type.
std::optional<ClipTemplate> templateOf(const AuthoredClipSets::mapped_type& entries);

/// Returns the file of a template, as the template writes it, that would play at a set time or,
/// with `isBefore`, just before it. Before the first file that is the first one, after the last
/// file the last one. Empty if the file exists, or if the template is faulty.
std::string missingTemplateFile(const ClipTemplate& named, const ClipSetDefinition& definition,
                                double setTime, bool isBefore);

/// Returns the holes of the template of a clip set, ascending. Looks for no files: the set has
/// those that exist. Empty for a faulty template. `leftOut` is that of the stage; sets may share
/// it.
std::vector<TemplateHole> templateHoles(const ClipTemplate& named,
                                        const ClipSetDefinition& definition, LeftOutFiles& leftOut);

}  // namespace usdscope
