// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/Verb.h"
#include "app/files/OpenOptions.h"

namespace usdscope {

/// The options of `view` that say how the scene is opened, as text. They have usdview's spelling.
struct ViewOpening {
  OpenOptions options;
  std::string select;
  std::string mask;
  std::vector<std::string> variants;
  bool isUnloaded = false;
  bool isGiven = false;  ///< At least one of the options is given.
};

/// Adds the options. `opening` must outlive `command`.
void addOpeningOptions(VerbOptions& command, ViewOpening& opening);

/// Returns the options that the texts describe; null if none is given. After an error, prints it
/// and returns nothing.
std::optional<std::shared_ptr<const OpenOptions>> readOpening(const ViewOpening& opening,
                                                              VerbContext context);

}  // namespace usdscope
