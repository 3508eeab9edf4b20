// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/Package.h"

namespace usdscope {

class ResolverCommand;

/// A rule for paths that another system authored: paths that begin with `from` begin with `to`
/// instead, and their backslashes become slashes.
struct PathMap {
  std::string from;  ///< `P:\\`
  std::string to;    ///< `/mnt/p`
  bool operator==(const PathMap&) const = default;
};

/// Reads rules `FROM=TO`, separated by `;`. Ignores other texts.
std::vector<PathMap> parsePathMaps(std::string_view text);

/// The folders that are searched, after the folder of the layer, for asset paths that do not start
/// with `/`, `./` or `../`. Folders are absolute; empty ones are skipped.
struct AssetSearch {
  std::string workingFolder;             ///< First. Layers without a file also start here.
  std::string rootFolder;                ///< Second: the folder of the root layer.
  std::vector<std::string> searchPaths;  ///< Last, in this order.
  std::vector<PathMap> pathMaps;         ///< The first rule that fits is applied to authored paths.
  std::string resolverCommand;           ///< Finds the files of asset ids; see ResolverCommand.
  double resolverSeconds = 10.0;         ///< How long the command may be silent.

  bool operator==(const AssetSearch&) const = default;
};

/// Reads folders separated by `:`. They are made absolute from `workingFolder`; empty ones are
/// skipped.
std::vector<std::string> searchPathsFromText(std::string_view text,
                                             const std::string& workingFolder);

/// Returns the AssetSearch of a process that opens `rootLayer`, a path relative to its working
/// folder: the working folder, the folder of the root layer, the folders of the resolver context
/// (see resolverContextFromEnvironment()) and those in PXR_AR_DEFAULT_SEARCH_PATH. The rules for
/// paths are those in USDSCOPE_MAP_PATH (see parsePathMaps()), and then those of the context. The
/// command for asset ids is USDSCOPE_RESOLVER, its time in seconds USDSCOPE_RESOLVER_TIMEOUT;
/// without them, those of the context. A context file that cannot be read is ignored.
AssetSearch searchFromEnvironment(std::string_view rootLayer);

/// Finds files on disk and entries of packages by the rules of the reference's default resolver.
///
/// Paths that start with `/` are absolute; `./` and `../` are relative to the layer. Other paths
/// are searched beside the layer, then along the AssetSearch. A layer in a package is searched
/// inside the package first: beside the layer, then beside the package's first entry. A package
/// that is opened as a layer is its first entry. Caches only the directories of packages, and the
/// answers of the command for asset ids.
///
/// If there is such a command, it finds the file of an asset id. If it finds none, the id itself is
/// the first candidate: it does not exist, and open() says why.
/// Thread-safe.
class DefaultResolver : public AssetResolver {
 public:
  explicit DefaultResolver(AssetSearch search = {});
  ~DefaultResolver() override;

  const AssetSearch& search() const { return search_; }

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override;
  void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                       const PlaceVisitor& visit) const override;
  bool exists(const std::string& identifier) const override;
  FileBytesResult open(const std::string& identifier) const override;
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override;
  void forget(const std::string& identifier) override;

  /// Returns the command line that an authored path is passed to; empty if it is not. Runs nothing.
  std::string commandFor(std::string_view authored) const;

 private:
  struct PackageResult {
    std::shared_ptr<const Package> package;
    std::string problem;
  };

  PackageResult openPackage(const std::string& identifier) const;
  std::string packagedLayerOf(std::string_view anchorLayer) const;
  void visitMapped(std::string_view authored, std::string_view anchorLayer,
                   const PlaceVisitor& visit) const;

  std::string withRules(std::string_view authored) const;
  bool isForCommand(std::string_view identifier) const;

  const AssetSearch search_;
  const std::unique_ptr<ResolverCommand> command_;  ///< Null if there is none.
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const Package>> packages_;
  std::uint64_t forgotten_ = 0;  ///< Counts the calls of forget().
};

}  // namespace usdscope
