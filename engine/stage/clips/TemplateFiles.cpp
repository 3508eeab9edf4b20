// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/TemplateFiles.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/ForwardingResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/asset/ResolverCommand.h"
#include "engine/base/ResponsiveThread.h"

namespace usdscope {
namespace {

// After this many files that exist, each further one that is looked up pays for reading some names
// in the folders. Looking up a file costs ten times as much as reading a name, so that a folder
// with very many other names costs little more than none.
constexpr std::size_t kFoundBeforeNames = 64;
constexpr std::size_t kNamesForFile = 16;
// Folders are read after this many missing files, and once.
constexpr std::size_t kMostMissing = 200;
// No file system has longer names of files, with room for numbers. Packages and asset ids may.
constexpr std::size_t kLongestName = 255 + 45;
// Larger folders are not worth their memory.
constexpr std::size_t kMostNames = 2'000'000;

// Other letters than those of ASCII stay, so that names which differ in their case may be missed
// there; file systems that ignore case are rare, and so are such names of clips.
std::string lowered(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return lower;
}

std::string_view nameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Returns the resolver that finds the files; null if it is not ours.
const DefaultResolver* finderOf(const AssetResolver& resolver) {
  const AssetResolver* at = &resolver;
  while (const auto* forwarding = dynamic_cast<const ForwardingResolver*>(at)) {
    at = &forwarding->finder();
  }
  return dynamic_cast<const DefaultResolver*>(at);
}

}  // namespace

bool TemplateFiles::runsProgram(const std::string& file) const {
  const auto* resolver = finderOf(resolver_);
  // Other resolvers may ask a program, too.
  return resolver ? !resolver->commandFor(file).empty() : isAssetId(file);
}

bool TemplateFiles::exists(const std::string& file) {
  if (!lastId_.empty()) return false;
  if (!isLengthKnown_) {
    isLengthKnown_ = true;
    isTooLong_ = nameOf(file).size() > kLongestName && !isPackagePath(file) && !isAssetId(file);
  }
  if (isTooLong_) return false;
  if (names_ && (nameOf(file).size() > longestName_ || !names_->contains(lowered(nameOf(file))))) {
    return false;
  }
  const bool isKnown = !existing_.empty() && existing_.contains(std::string(nameOf(file)));
  if (isKnown || !resolver_.resolve(file, anchor_).empty()) {
    missingInARow_ = 0;
    if (!isKnown && ++found_ >= kFoundBeforeNames) readExisting(file);
    return true;
  }
  if (++missingInARow_ == kMostMissingIds && runsProgram(file)) lastId_ = file;
  if (++missing_ == kMostMissing) readFolders(file);
  return false;
}

// Returns the folders in which the file is looked for; nothing if their names do not say which
// files there are.
std::optional<std::set<std::string>> TemplateFiles::listableFolders(const std::string& file) const {
  // Other resolvers may know files that no folder lists, and rules for paths may name single files.
  const auto* resolver = finderOf(resolver_);
  if (!resolver || !resolver->search().pathMaps.empty() || runsProgram(file)) return std::nullopt;
  std::set<std::string> folders;
  bool areListed = true;
  resolver->visitCandidates(file, anchor_, [&](const std::string& place) {
    if (isPackagePath(place) || !place.starts_with('/')) areListed = false;
    folders.emplace(folderOf(place));
    return false;
  });
  return areListed ? std::optional(std::move(folders)) : std::nullopt;
}

// Reads some more names of the folders.
void TemplateFiles::readExisting(const std::string& file) {
  if (found_ == kFoundBeforeNames) {
    if (auto folders = listableFolders(file)) unread_.assign(folders->begin(), folders->end());
  }
  const std::filesystem::directory_iterator end;
  for (std::size_t i = 0; i < kNamesForFile; ++i) {
    std::error_code error;
    while (entries_ == end && !unread_.empty()) {
      noteFileAccess(unread_.back());
      entries_ = std::filesystem::directory_iterator(unread_.back(), error);
      unread_.pop_back();
    }
    if (entries_ == end) return;
    // A link may lead nowhere.
    if (entries_->exists(error)) existing_.insert(entries_->path().filename().native());
    entries_.increment(error);
  }
}

void TemplateFiles::readFolders(const std::string& file) {
  const auto folders = listableFolders(file);
  if (!folders) return;
  std::unordered_set<std::string> names;
  for (const std::string& folder : *folders) {
    noteFileAccess(folder);
    std::error_code error;
    std::filesystem::directory_iterator entries(folder, error);
    if (error == std::errc::no_such_file_or_directory) continue;
    // A folder may be searched without the right to list it.
    for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
      if (names.size() >= kMostNames) return;
      names.insert(lowered(entries->path().filename().native()));
    }
    if (error) return;
  }
  const std::string begin = lowered(parts_.begin);
  const std::string end = lowered(parts_.end);
  for (const std::string& name : names) {
    longestName_ = std::max(longestName_, name.size());
    if (name.size() < begin.size() + end.size() || !name.starts_with(begin) ||
        !name.ends_with(end)) {
      continue;
    }
    const char* const last = name.data() + name.size() - end.size();
    double number = 0.0;
    const auto [stop, error] = std::from_chars(name.data() + begin.size(), last, number);
    if (error == std::errc() && stop == last && std::isfinite(number)) numbers_.push_back(number);
  }
  std::ranges::sort(numbers_);
  names_ = std::move(names);
}

double TemplateFiles::nextNumber(double number) const {
  if (!names_) return number;
  // Names have rounded numbers.
  constexpr double kFar = 1.01;
  const auto near = std::ranges::lower_bound(numbers_, number - kFar);
  if (near == numbers_.end()) return std::numeric_limits<double>::infinity();
  return std::max(number, *near - kFar);
}

}  // namespace usdscope
