// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/AssetFiles.h"

#include <algorithm>
#include <filesystem>

#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"

namespace usdscope {
namespace {

constexpr std::string_view kUdim = "<UDIM>";
constexpr int kFirstTile = 1001;
constexpr int kLastTile = 1100;

std::vector<std::string> tilesOf(const AssetResolver& resolver, const std::string& pattern) {
  std::vector<std::string> found;
  const std::size_t at = pattern.find(kUdim);
  if (at == std::string::npos) return found;
  for (int tile = kFirstTile; tile <= kLastTile; ++tile) {
    std::string file = pattern;
    file.replace(at, kUdim.size(), std::to_string(tile));
    if (resolver.exists(file)) found.push_back(std::move(file));
  }
  return found;
}

std::vector<std::string> clipsInPackage(const AssetResolver& resolver, const std::string& pattern) {
  std::vector<std::string> found;
  const PackagePathParts parts = splitInnerPackage(pattern);
  const std::string_view folder = folderOf(parts.entry);
  FileBytesResult bytes = resolver.open(parts.package);
  std::string problem;
  const auto package = bytes.bytes ? Package::open(std::move(*bytes.bytes), problem) : nullptr;
  if (!package) return found;
  for (const PackageEntry& entry : package->entries()) {
    const bool isHere = folderOf(entry.name) == folder;
    const std::string_view name = entry.name.substr(isHere ? folder.size() : 0);
    if (isHere && matchesClipTemplate(name, std::string_view(parts.entry).substr(folder.size()))) {
      found.push_back(joinPackagePath(parts.package, entry.name));
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> clipsOf(const AssetResolver& resolver, const std::string& pattern) {
  if (isPackagePath(pattern)) return clipsInPackage(resolver, pattern);
  std::vector<std::string> found;
  const std::string folder(folderOf(pattern));
  const std::string name = pattern.substr(folder.size());
  std::error_code error;
  const std::string place = folder.empty() ? "." : folder;
  for (std::filesystem::directory_iterator it(place, error), end; !error && it != end;
       it.increment(error)) {
    const std::string file = it->path().filename().string();
    if (matchesClipTemplate(file, name)) found.push_back(folder + file);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

bool isClipTemplate(std::string_view authored, AssetPathUse use) {
  return use == AssetPathUse::Template &&
         authored.find('#', folderOf(authored).size()) != std::string_view::npos;
}

bool matchesClipTemplate(std::string_view name, std::string_view pattern) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  // The rest of both names after the last `#`. If the rest does not match, that `#` takes one more
  // character.
  std::string_view retryName;
  std::string_view retryPattern;
  while (!name.empty() || !pattern.empty()) {
    if (pattern.starts_with('#')) {
      pattern.remove_prefix(std::min(pattern.find_first_not_of('#'), pattern.size()));
      if (pattern.empty()) return true;
      retryName = name;
      retryPattern = pattern;
    } else if (!name.empty() && !pattern.empty() && name.front() == pattern.front()) {
      name.remove_prefix(1);
      pattern.remove_prefix(1);
    } else if (!retryName.empty()) {
      retryName.remove_prefix(1);
      name = retryName;
      pattern = retryPattern;
    } else {
      return false;
    }
  }
  return true;
}

std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer) {
  if (!isClipTemplate(authored, use)) {
    std::string identifier = resolver.resolve(authored, anchorLayer);
    if (!identifier.empty()) return {std::move(identifier)};
    if (use != AssetPathUse::Value || isPackagePath(authored)) return {};
  }
  for (const std::string& candidate : resolver.candidates(authored, anchorLayer)) {
    auto found =
        use == AssetPathUse::Template ? clipsOf(resolver, candidate) : tilesOf(resolver, candidate);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace usdscope
