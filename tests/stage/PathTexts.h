// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/layer/Path.h"

namespace usdscope {

inline Path at(std::string_view text) { return Path::fromText(text); }

inline std::vector<std::string> texts(const std::vector<Path>& paths) {
  std::vector<std::string> out;
  for (const Path path : paths) out.push_back(path.text());
  return out;
}

}  // namespace usdscope
