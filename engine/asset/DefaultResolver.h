// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/Package.h"

namespace usdscope {

/// Where asset paths that do not start with `/`, `./` or `../` are looked for, beside the layer
/// that names them. Folders are absolute; empty ones are not looked at.
struct AssetSearch {
  std::string workingFolder;  ///< First. Also where paths of layers without a file start.
  std::string rootFolder;     ///< Then: the folder of the root layer.
  std::vector<std::string> searchPaths;  ///< Last, in this order.

  bool operator==(const AssetSearch&) const = default;
};

/// The search of a process that opens `rootLayer` (a path from its working folder): that folder,
/// the root layer's, and the folders that PXR_AR_DEFAULT_SEARCH_PATH names, split at `:`.
AssetSearch searchFromEnvironment(std::string_view rootLayer);

/// Files of the machine and entries of packages, by the rules of the reference's default resolver.
///
/// Paths that start with `/` stand for themselves, `./` and `../` are relative to the layer. Others
/// are looked for beside the layer, then along the AssetSearch. For a layer in a package all this
/// happens inside the package first: beside the layer and beside the package's first entry. The
/// name of a package stands for its first entry too, in the role of a layer.
/// Internally synchronised. Remembers the directories of packages, nothing else.
class DefaultResolver : public AssetResolver {
 public:
  explicit DefaultResolver(AssetSearch search = {});

  const AssetSearch& search() const { return search_; }

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override;
  void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                       const PlaceVisitor& visit) const override;
  bool exists(const std::string& identifier) const override;
  FileBytesResult open(const std::string& identifier) const override;
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override;
  void forget(const std::string& identifier) override;

 private:
  struct PackageResult {
    std::shared_ptr<const Package> package;
    std::string problem;
  };

  PackageResult openPackage(const std::string& identifier) const;
  std::string packagedLayerOf(std::string_view anchorLayer) const;

  const AssetSearch search_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::shared_ptr<const Package>> packages_;
};

}  // namespace usdscope
