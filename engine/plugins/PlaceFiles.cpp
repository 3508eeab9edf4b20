// SPDX-License-Identifier: Apache-2.0
#include "engine/plugins/detail/PlaceFiles.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace usdscope::detail {
namespace {

namespace fs = std::filesystem;

// `*` matches any characters except `/`, `**` matches any. Tracks the matches of each prefix of the
// pattern, so that the time is at most the product of both lengths.
bool matches(std::string_view pattern, std::string_view text) {
  // Most names differ at their ends.
  const std::size_t star = pattern.rfind('*');
  if (!text.ends_with(pattern.substr(star + 1))) return false;
  std::vector<char> ends(text.size() + 1, 0);
  ends[0] = 1;
  for (std::size_t p = 0; p < pattern.size(); ++p) {
    if (pattern[p] == '*') {
      const bool isAny = pattern.substr(p).starts_with("**");
      if (isAny) ++p;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (ends[i] && (isAny || text[i] != '/')) ends[i + 1] = 1;
      }
      continue;
    }
    for (std::size_t i = text.size(); i > 0; --i)
      ends[i] = ends[i - 1] && text[i - 1] == pattern[p];
    ends[0] = 0;
  }
  return ends.back();
}

struct Walk {
  std::string pattern;
  EntryBudget& budget;
  bool isDeep = false;  // Has `**`: descends into all folders.
  std::vector<std::string> found;

  void enter(const std::string& folder, std::string_view rest) {
    std::vector<std::string> files;
    std::vector<std::string> folders;
    std::error_code error;
    for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
      if (budget.left == 0) {
        budget.isExceeded = true;
        return;
      }
      --budget.left;
      std::error_code none;
      // Follows links to folders only where they cannot form a cycle.
      const bool isFolder = i->is_directory(none) && (!isDeep || !i->is_symlink(none));
      (isFolder ? folders : files).push_back(i->path().filename().string());
    }
    std::ranges::sort(files);
    std::ranges::sort(folders);
    const std::string base = folder.ends_with('/') ? folder : folder + "/";
    if (isDeep) {
      for (const std::string& name : files) {
        if (!matches(pattern, base + name)) continue;
        found.push_back(base + name);
        return;
      }
      for (const std::string& name : folders) enter(base + name, {});
      return;
    }
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    for (const std::string& name : slash == std::string_view::npos ? files : folders) {
      // A star does not match hidden names.
      if (!matches(part, name) || (name.starts_with('.') && !part.starts_with('.'))) continue;
      if (slash == std::string_view::npos) {
        found.push_back(base + name);
      } else {
        enter(base + name, rest.substr(slash + 1));
      }
    }
  }
};

}  // namespace

std::vector<std::string> filesAt(const std::string& place, EntryBudget& budget) {
  if (place.empty()) return {};
  const std::string file = place.ends_with('/') ? place + "plugInfo.json" : place;
  const std::size_t star = file.find('*');
  if (star == std::string::npos) return {file};
  const std::size_t slash = file.rfind('/', star);
  if (slash == std::string::npos) return {};
  Walk walk{.pattern = file,
            .budget = budget,
            .isDeep = file.find("**") != std::string::npos,
            .found = {}};
  walk.enter(file.substr(0, std::max<std::size_t>(slash, 1)),
             std::string_view(file).substr(slash + 1));
  return std::move(walk.found);
}

}  // namespace usdscope::detail
