// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/DistinctNames.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace usdscope {
namespace {

// The last parts of a path; the whole path if it has no more parts.
std::string lastParts(const std::string& path, std::size_t count) {
  std::size_t begin = path.size();
  while (count-- > 0) {
    const std::size_t slash = begin == 0 ? std::string::npos : path.rfind('/', begin - 1);
    if (slash == std::string::npos) return path;
    begin = slash;
  }
  return path.substr(begin + 1);
}

}  // namespace

std::vector<std::string> distinctNames(const std::vector<std::string>& paths) {
  std::vector<std::string> names(paths.size());
  std::vector<std::size_t> open(paths.size());
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
  for (std::size_t count = 1; !open.empty(); ++count) {
    // The path that has each name, and whether it is the only one.
    std::unordered_map<std::string, std::pair<const std::string*, bool>> owners;
    for (const std::size_t i : open) {
      names[i] = lastParts(paths[i], count);
      const auto [owner, isNew] = owners.try_emplace(names[i], &paths[i], true);
      if (!isNew && *owner->second.first != paths[i]) owner->second.second = false;
    }
    std::vector<std::size_t> unclear;
    for (const std::size_t i : open) {
      const bool isWhole = names[i] == paths[i];
      if (!owners.at(names[i]).second && !isWhole) unclear.push_back(i);
    }
    open = std::move(unclear);
  }
  return names;
}

std::vector<std::string> distinctLabels(const std::vector<std::string>& labels,
                                        const std::vector<std::string>& files) {
  const std::vector<std::string> distinct = distinctNames(files);
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const std::string& label : labels) ++counts[label];
  std::vector<std::string> result = labels;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (counts[labels[i]] > 1) result[i] = distinct[i];
  }
  return result;
}

}  // namespace usdscope
