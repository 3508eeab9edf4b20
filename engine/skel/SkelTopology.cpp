// SPDX-License-Identifier: Apache-2.0
#include "engine/skel/SkelTopology.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

namespace usdscope {

SkelTopology::SkelTopology(std::span<const Token> joints) : parents(joints.size(), -1) {
  std::unordered_map<std::string_view, int> indexByName;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    indexByName[joints[i].text()] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    std::string_view name = joints[i].text();
    for (std::size_t slash = name.rfind('/'); slash != std::string_view::npos && slash > 0;
         slash = name.rfind('/')) {
      name = name.substr(0, slash);
      const auto found = indexByName.find(name);
      if (found == indexByName.end()) continue;
      parents[i] = found->second;
      break;
    }
  }
}

std::string SkelTopology::problem() const {
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] >= static_cast<int>(i)) {
      return fmt::format("Joint {} comes before its parent, joint {}.", i, parents[i]);
    }
  }
  return {};
}

}  // namespace usdscope
