// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/NearFiles.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNames = 4000;
constexpr std::size_t kMostPlaces = 8;
constexpr std::size_t kLongestName = 256;
constexpr int kFolderDepth = 3;
// The price of a name in another folder, in letters.
constexpr int kOtherFolder = 1;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

// Returns the number of letters to insert, remove, replace or swap with their neighbour.
int editDistance(std::string_view a, std::string_view b) {
  std::vector<int> before;
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool isSwap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (isSwap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view stemOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

// Returns how much two names differ, in letters; empty if they do not resemble each other.
std::optional<int> distanceOf(std::string_view wanted, std::string_view name) {
  if (wanted.size() > kLongestName || name.size() > kLongestName) return std::nullopt;
  if (wanted == name) return 0;
  const std::string a = lowered(wanted);
  const std::string b = lowered(name);
  if (a == b || stemOf(a) == stemOf(b)) return 1;
  // A third of the name would find anything.
  const int most = std::clamp(static_cast<int>(stemOf(a).size()) / 4, 1, 4);
  const auto longer = static_cast<int>(std::max(a.size(), b.size()));
  if (longer - static_cast<int>(std::min(a.size(), b.size())) > most) return std::nullopt;
  const int distance = editDistance(a, b);
  return distance <= most ? std::optional(distance) : std::nullopt;
}

/// Files with near names, best first.
struct Found {
  std::set<std::pair<int, std::string>> files;  ///< Distance and identifier.

  void add(std::string_view wanted, std::string_view name, const std::string& identifier,
           int price) {
    if (const auto distance = distanceOf(wanted, name)) {
      files.emplace(*distance + price, identifier);
    }
  }
};

void searchFolder(const std::string& folder, std::string_view wanted, FolderNames& folders,
                  Found& found) {
  for (const FolderNames::File& file : folders.in(folder)) {
    found.add(wanted, file.name, file.path, 0);
  }
}

// Looks for files of the wanted name, in any case, in the folders below one.
void searchAround(const std::string& folder, std::string_view wanted, FolderNames& folders,
                  Found& found) {
  const std::string name = lowered(wanted);
  for (const FolderNames::File& file : folders.around(folder)) {
    if (file.name.size() == name.size() && lowered(file.name) == name) {
      found.files.emplace(kOtherFolder, file.path);
    }
  }
}

void searchPackage(const AssetResolver& resolver, const std::string& place, Found& found) {
  const PackagePathParts parts = splitInnerPackage(place);
  FileBytesResult bytes = resolver.open(parts.package);
  std::string problem;
  const auto package = bytes.bytes ? Package::open(std::move(*bytes.bytes), problem) : nullptr;
  if (!package) return;
  const std::string_view folder = folderOf(parts.entry);
  const std::string_view wanted = std::string_view(parts.entry).substr(folder.size());
  for (const PackageEntry& entry : package->entries()) {
    const std::string_view there = folderOf(entry.name);
    found.add(wanted, entry.name.substr(there.size()), joinPackagePath(parts.package, entry.name),
              there == folder ? 0 : kOtherFolder);
  }
}

// Returns the nearest folder that exists, among a folder and the folder around it.
std::string existingFolder(const std::string& folder) {
  std::error_code error;
  const fs::path path(folder.empty() ? "." : folder);
  if (fs::is_directory(path, error)) return path.string();
  const fs::path around = path.parent_path().parent_path();  // The path ends in a slash.
  return !around.empty() && fs::is_directory(around, error) ? around.string() : std::string();
}

std::string spelledLike(std::string_view authored, std::string_view anchorLayer,
                        const std::string& identifier) {
  if (authored.starts_with('/')) return identifier;
  std::string file = identifier;
  std::string anchor(anchorLayer);
  if (isPackagePath(identifier)) {
    const PackagePathParts there = splitInnerPackage(identifier);
    const PackagePathParts here = splitInnerPackage(anchorLayer);
    if (there.package != here.package) return identifier;
    file = there.entry;
    anchor = here.entry;
  }
  const std::string folder(folderOf(anchor));
  const std::string relative =
      fs::path(file).lexically_relative(folder.empty() ? "." : folder).generic_string();
  if (relative.empty()) return identifier;
  return authored.starts_with("./") && !relative.starts_with("..") ? "./" + relative : relative;
}

}  // namespace

const std::vector<FolderNames::File>& FolderNames::in(const std::string& folder) {
  const auto [known, isNew] = in_.try_emplace(folder);
  if (!isNew) return known->second;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end;
       !error && it != end && known->second.size() < kMostNames; it.increment(error)) {
    std::error_code ignored;
    if (it->is_directory(ignored)) continue;
    known->second.push_back({it->path().filename().string(), it->path().string()});
  }
  return known->second;
}

const std::vector<FolderNames::File>& FolderNames::around(const std::string& folder) {
  const auto [known, isNew] = around_.try_emplace(folder);
  if (!isNew) return known->second;
  std::size_t count = 0;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(folder, options, error), end;
       !error && it != end && count++ < kMostNames; it.increment(error)) {
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      if (it.depth() >= kFolderDepth - 1) it.disable_recursion_pending();
      continue;
    }
    known->second.push_back({it->path().filename().string(), it->path().string()});
  }
  return known->second;
}

std::vector<std::string> nearFiles(const AssetResolver& resolver, std::string_view authored,
                                   std::string_view anchorLayer, std::size_t most) {
  FolderNames folders;
  return nearFiles(resolver, authored, anchorLayer, folders, most);
}

std::vector<std::string> nearFiles(const AssetResolver& resolver, std::string_view authored,
                                   std::string_view anchorLayer, FolderNames& folders,
                                   std::size_t most,
                                   const std::unordered_set<std::string>* others) {
  if (authored.empty()) return {};
  std::vector<std::string> places = resolver.candidates(authored, anchorLayer);
  if (places.size() > kMostPlaces) places.resize(kMostPlaces);
  Found found;
  for (const std::string& place : places) {
    if (isPackagePath(place)) {
      searchPackage(resolver, place, found);
    } else {
      const std::string folder(folderOf(place));
      searchFolder(folder, std::string_view(place).substr(folder.size()), folders, found);
    }
  }
  if (others) {
    std::erase_if(found.files,
                  [&](const auto& file) { return others->contains(normalizedPath(file.second)); });
  }
  // The first place is beside the layer. Neighbours with near names must not end the search.
  if (found.files.empty() && !places.empty() && !isPackagePath(places.front())) {
    const std::string folder(folderOf(places.front()));
    const std::string around = existingFolder(folder);
    const bool isRoot = around.find_first_not_of('/') == std::string::npos;
    if (!isRoot) {
      searchAround(around, std::string_view(places.front()).substr(folder.size()), folders, found);
    }
  }
  std::vector<std::string> paths;
  for (const auto& [distance, identifier] : found.files) {
    if (paths.size() == most) break;
    std::string path = spelledLike(authored, anchorLayer, normalizedPath(identifier));
    if (std::ranges::find(paths, path) == paths.end()) paths.push_back(std::move(path));
  }
  return paths;
}

std::string nearFilesText(const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  std::string text = "Did you mean ";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (i > 0) text += i + 1 == paths.size() ? " or " : ", ";
    text += "@" + paths[i] + "@";
  }
  return text + "?";
}

}  // namespace usdscope
