// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/author/EditTarget.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

/// New entries of a clip set with `assetPaths`, in set time.
struct ClipTimesResult {
  std::vector<glm::dvec2> active;
  std::vector<glm::dvec2> times;
  std::string problem;  ///< A sentence; empty if the change is possible.
};

/// Moves the start of the clip that becomes active at the stage time `from` to the stage time `to`.
/// `to` must lie between the starts of the clips before and after. A jump of `times` at `from`,
/// where one clip time ends and the next one begins, moves along and must stay between its
/// neighbours too; all other entries of `times` stay.
ClipTimesResult movedSeam(const ClipSet& set, double from, double to);

/// Repeats the clips of a set before their first and after their last time, as often as a range of
/// stage times needs. A set with `times` is repeated as far as these reach; another one from its
/// first clip to the last sample of its last clip, which is opened for it. The last time shows what
/// the first one shows.
ClipTimesResult loopedClips(const ClipSet& set, double rangeStart, double rangeEnd);

/// Maps the pairs of movedSeam() and loopedClips() to the time in which an edit target has to
/// author them. Impossible if the clips have no `times` and the target has another time than the
/// set: without `times`, the time of the set is the time in the clips.
ClipTimesResult inTimeOfTarget(ClipTimesResult result, const ClipSetDefinition& set,
                               const EditTarget& target);

}  // namespace usdscope
