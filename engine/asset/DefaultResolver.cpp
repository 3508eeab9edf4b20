// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/DefaultResolver.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "engine/asset/PackagePath.h"
#include "engine/asset/ResolverCommand.h"
#include "engine/asset/ResolverContext.h"
#include "engine/base/ResponsiveThread.h"

namespace usdscope {
namespace {

// The limit of packages in packages. Deeper files are attacks on readers.
constexpr int kMaxPackageDepth = 16;

bool isAnonymous(std::string_view identifier) { return identifier.starts_with("anon:"); }

bool isDotRelative(std::string_view path) {
  return path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
}

// Makes `path` absolute from `folder` and normalises it. In a package path, normalises only the
// file: names of entries are compared byte by byte.
std::string anchored(std::string_view folder, std::string_view path) {
  const PackagePathParts parts = splitOuterPackage(path);
  const bool needsSlash = !folder.empty() && !folder.ends_with('/');
  std::string result =
      normalizedPath(std::string(folder) + (needsSlash ? "/" : "") + parts.package);
  if (parts.entry.empty()) return result;
  return nestPackagePath(
      result, path.substr(parts.package.size() + 1, path.size() - parts.package.size() - 2));
}

/// Visits places, each once, until the visitor accepts one.
class Places {
 public:
  explicit Places(const AssetResolver::PlaceVisitor& visit) : visit_(visit) {}

  /// Returns true when the visitor has accepted a place.
  bool offer(std::string place) {
    if (std::find(offered_.begin(), offered_.end(), place) != offered_.end()) return false;
    offered_.push_back(std::move(place));
    return visit_(offered_.back());
  }

  bool offerSearch(const AssetSearch& search, std::string_view path) {
    const auto offerIn = [&](const std::string& folder) {
      return !folder.empty() && offer(anchored(folder, path));
    };
    if (offerIn(search.workingFolder)) return true;
    // A path that leads upwards is not searched.
    if (normalizedPath(path).starts_with("..")) return false;
    return offerIn(search.rootFolder) || std::ranges::any_of(search.searchPaths, offerIn);
  }

 private:
  const AssetResolver::PlaceVisitor& visit_;
  std::vector<std::string> offered_;
};

// Anchors `path` at an entry of a package. A path that leads out of the package becomes a name that
// no entry has.
std::string besideEntry(const PackagePathParts& layer, std::string_view path) {
  const std::string place = anchored(folderOf(layer.entry), path);
  return isPackagePath(place) ? nestPackagePath(layer.package, place)
                              : joinPackagePath(layer.package, place);
}

// Drops arguments for file formats behind the path. Our formats do not take any.
std::string_view withoutFormatArguments(std::string_view authored) {
  return authored.substr(0, authored.find(":SDF_FORMAT_ARGS:"));
}

std::unique_ptr<ResolverCommand> commandOf(const AssetSearch& search) {
  // Without a program, the id would be the only word, and be run.
  if (commandWords(search.resolverCommand).empty()) return nullptr;
  // A day is forever.
  const double seconds = std::min(search.resolverSeconds, 86400.0);
  return std::make_unique<ResolverCommand>(search.resolverCommand,
                                           std::chrono::milliseconds(std::int64_t(seconds * 1000)));
}

}  // namespace

std::vector<PathMap> parsePathMaps(std::string_view text) {
  std::vector<PathMap> maps;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string_view rule = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = rule.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    maps.push_back({std::string(rule.substr(0, equals)), std::string(rule.substr(equals + 1))});
  }
  return maps;
}

std::vector<std::string> searchPathsFromText(std::string_view text,
                                             const std::string& workingFolder) {
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const std::string_view folder = text.substr(begin, end - begin);
    begin = end + 1;
    if (folder.empty()) continue;
    folders.push_back(anchored(folder.starts_with('/') ? std::string() : workingFolder, folder));
  }
  return folders;
}

AssetSearch searchFromEnvironment(std::string_view rootLayer) {
  AssetSearch search;
  std::error_code error;
  search.workingFolder = std::filesystem::current_path(error).string();
  const std::string file = splitOuterPackage(rootLayer).package;
  const std::string from = file.starts_with('/') ? std::string() : search.workingFolder;
  search.rootFolder = normalizedPath(folderOf(anchored(from, file)));
  const ResolverContext context =
      resolverContextFromEnvironment().context.value_or(ResolverContext());
  search.searchPaths = context.searchPaths;
  if (const char* variable = std::getenv("PXR_AR_DEFAULT_SEARCH_PATH")) {
    const auto folders = searchPathsFromText(variable, search.workingFolder);
    search.searchPaths.insert(search.searchPaths.end(), folders.begin(), folders.end());
  }
  if (const char* variable = std::getenv("USDSCOPE_MAP_PATH")) {
    search.pathMaps = parsePathMaps(variable);
  }
  search.pathMaps.insert(search.pathMaps.end(), context.pathMaps.begin(), context.pathMaps.end());
  search.resolverCommand = context.resolverCommand;
  search.resolverSeconds = context.resolverSeconds.value_or(search.resolverSeconds);
  if (const char* variable = std::getenv("USDSCOPE_RESOLVER")) search.resolverCommand = variable;
  if (const char* variable = std::getenv("USDSCOPE_RESOLVER_TIMEOUT")) {
    const std::string_view text = variable;
    double seconds = 0.0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (read.ec == std::errc() && seconds > 0.0) search.resolverSeconds = seconds;
  }
  return search;
}

DefaultResolver::DefaultResolver(AssetSearch search)
    : search_(std::move(search)), command_(commandOf(search_)) {}

DefaultResolver::~DefaultResolver() = default;

bool DefaultResolver::isForCommand(std::string_view identifier) const {
  return command_ && isAssetId(identifier);
}

std::string DefaultResolver::commandFor(std::string_view authored) const {
  const std::string mapped = withRules(authored);
  if (!isForCommand(mapped)) return {};
  return command_->text(splitOuterPackage(withoutFormatArguments(mapped)).package);
}

// The entry that anchors a layer's relative paths: the layer itself or, if the layer is a package,
// the first entry. Empty for a layer outside of packages.
std::string DefaultResolver::packagedLayerOf(std::string_view anchorLayer) const {
  std::string layer(anchorLayer);
  for (int depth = 0; depth < kMaxPackageDepth; ++depth) {
    const PackagePathParts parts = splitInnerPackage(layer);
    if (!hasPackageExtension(parts.entry.empty() ? parts.package : parts.entry)) break;
    const PackageResult opened = openPackage(layer);
    if (!opened.package) break;
    layer = joinPackagePath(layer, opened.package->entries().front().name);
  }
  return isPackagePath(layer) ? layer : std::string();
}

std::vector<std::string> DefaultResolver::candidates(std::string_view authored,
                                                     std::string_view anchorLayer) const {
  std::vector<std::string> places;
  visitCandidates(authored, anchorLayer, [&](const std::string& place) {
    places.push_back(place);
    return false;
  });
  return places;
}

void DefaultResolver::visitCandidates(std::string_view authored, std::string_view anchorLayer,
                                      const PlaceVisitor& visit) const {
  visitMapped(withRules(authored), anchorLayer, visit);
}

// Applies the first rule for paths that fits.
std::string DefaultResolver::withRules(std::string_view authored) const {
  for (const PathMap& map : search_.pathMaps) {
    if (map.from.empty() || !authored.starts_with(map.from)) continue;
    const std::string_view rest = authored.substr(map.from.size());
    const auto isSlash = [](char c) { return c == '/' || c == '\\'; };
    // A rule for `/mnt/p` says nothing about `/mnt/projects`.
    if (!rest.empty() && !isSlash(rest.front()) && !isSlash(map.from.back())) continue;
    std::string mapped(rest);
    std::ranges::replace(mapped, '\\', '/');
    const bool needsSlash = !map.to.ends_with('/') && !mapped.starts_with('/');
    return map.to + (needsSlash ? "/" : "") + mapped;
  }
  return std::string(authored);
}

// Visits the places of an authored path to which the rules have been applied.
void DefaultResolver::visitMapped(std::string_view authored, std::string_view anchorLayer,
                                  const PlaceVisitor& visit) const {
  Places places(visit);
  authored = withoutFormatArguments(authored);
  if (authored.empty()) return;
  if (isForCommand(authored)) {
    const PackagePathParts parts = splitOuterPackage(authored);
    const ResolverCommand::Answer answer = command_->ask(parts.package);
    const std::string_view entry = authored.substr(parts.package.size());
    if (!answer.file.empty()) {
      return void(places.offer(anchored({}, answer.file + std::string(entry))));
    }
    if (places.offer(parts.package)) return;
  }
  if (isAnonymous(authored)) return void(places.offer(std::string(authored)));
  if (authored.starts_with('/')) return void(places.offer(anchored({}, authored)));
  if (anchorLayer.empty() || isAnonymous(anchorLayer)) {
    return void(places.offerSearch(search_, authored));
  }

  // Candidates inside the package of the layer.
  if (const std::string layer = packagedLayerOf(anchorLayer); !layer.empty()) {
    const PackagePathParts parts = splitInnerPackage(layer);
    if (places.offer(besideEntry(parts, authored)) || isDotRelative(authored)) return;
    if (const PackageResult opened = openPackage(parts.package); opened.package) {
      const std::string root(opened.package->entries().front().name);
      if (places.offer(besideEntry({parts.package, root}, authored))) return;
    }
  }

  // Candidates outside of packages.
  const std::string file = splitOuterPackage(anchorLayer).package;
  if (places.offer(anchored(folderOf(file), authored)) || isDotRelative(authored)) return;
  places.offerSearch(search_, authored);
}

bool DefaultResolver::exists(const std::string& identifier) const {
  if (isForCommand(identifier)) return false;
  if (!isPackagePath(identifier)) {
    noteFileAccess(identifier);
    struct stat info = {};
    return ::stat(identifier.c_str(), &info) == 0;
  }
  const PackagePathParts parts = splitInnerPackage(identifier);
  const PackageResult opened = openPackage(parts.package);
  return opened.package && opened.package->findEntry(parts.entry);
}

FileBytesResult DefaultResolver::open(const std::string& identifier) const {
  if (isForCommand(identifier)) {
    const ResolverCommand::Answer answer = command_->ask(splitOuterPackage(identifier).package);
    if (!answer.problem.empty()) return {std::nullopt, answer.problem};
  }
  if (!isPackagePath(identifier)) return readFileBytes(identifier);
  const PackagePathParts parts = splitInnerPackage(identifier);
  const PackageResult opened = openPackage(parts.package);
  if (!opened.package) return {std::nullopt, opened.problem};
  const PackageEntry* entry = opened.package->findEntry(parts.entry);
  if (!entry) return {std::nullopt, "The package has no entry of this name."};
  if (!entry->problem.empty()) return {std::nullopt, std::string(entry->problem)};
  return {opened.package->bytes(*entry), {}};
}

DefaultResolver::PackageResult DefaultResolver::openPackage(const std::string& identifier) const {
  std::uint64_t forgotten = 0;
  {
    const std::lock_guard lock(mutex_);
    forgotten = forgotten_;
    const auto found = packages_.find(identifier);
    if (found != packages_.end()) return {found->second, {}};
  }
  if (std::count(identifier.begin(), identifier.end(), '[') >= kMaxPackageDepth) {
    return {nullptr, "Packages are nested too deeply."};
  }
  FileBytesResult file = open(identifier);
  if (!file.bytes) return {nullptr, std::move(file.problem)};
  PackageResult result;
  result.package = Package::open(*std::move(file.bytes), result.problem);
  if (!result.package) return result;
  // Two threads may have read the same directory; the first result stays. A file that was forgotten
  // meanwhile may have been read before it changed.
  const std::lock_guard lock(mutex_);
  if (forgotten != forgotten_) return result;
  result.package = packages_.emplace(identifier, std::move(result.package)).first->second;
  return result;
}

std::optional<std::int64_t> DefaultResolver::modificationTime(const std::string& identifier) const {
  const std::string file = splitOuterPackage(identifier).package;
  noteFileAccess(file);
  struct stat info = {};
  if (::stat(file.c_str(), &info) != 0) return std::nullopt;
  return std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
}

void DefaultResolver::forget(const std::string& identifier) {
  const std::string file = splitOuterPackage(identifier).package;
  if (isForCommand(file)) command_->forget(file);
  const std::lock_guard lock(mutex_);
  ++forgotten_;
  std::erase_if(packages_, [&](const auto& package) {
    return splitOuterPackage(package.first).package == file;
  });
}

}  // namespace usdscope
