// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The existing prims that a user named, and the property if the user named exactly one property.
struct PathsFromText {
  std::vector<Path> prims;
  Token property;
  std::string problem;  ///< Sentences that say what does not exist; empty if everything does.
};

/// Finds prims and properties by their paths as text. For a prim that does not exist, `problem`
/// names its nearest ancestor that does; `prims` has the other ones, with those that lack only the
/// named property. `stage` may be null.
PathsFromText pathsFromText(const Stage* stage, std::span<const std::string> texts);

/// Returns the paths in a text as people paste it: with blanks, commas or line ends between them,
/// in quotes or angle brackets, with a slash or a full stop at their end.
std::vector<std::string> pathTextsIn(std::string_view text);

/// Returns paths that begin with a text, for completion: children of a prim (`/World/Ca`) or its
/// properties (`/World/Car.ra`), at most `most`.
std::vector<std::string> pathsBeginningWith(const Stage& stage, const std::string& text,
                                            std::size_t most);

/// Returns the texts of paths, as the arguments of actions.
std::vector<std::string> pathTexts(std::span<const Path> paths);

}  // namespace usdscope
