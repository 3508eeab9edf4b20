// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/UsdzReader.h"

#include <fmt/format.h>

#include "engine/asset/Package.h"

namespace usdscope {
namespace {

constexpr int kMaxPackageDepth = 16;

}  // namespace

std::optional<FileBytes> findRootLayerOfPackage(FileBytes package, const SourceSite& site,
                                                Diagnostics& diagnostics) {
  for (int depth = 0; depth < kMaxPackageDepth; ++depth) {
    if (!looksLikePackage(package.text())) return package;
    std::string problem;
    const auto opened = Package::open(std::move(package), problem);
    if (!opened) {
      diagnostics.report(kUnusablePackage, site, std::move(problem));
      return std::nullopt;
    }
    const PackageEntry& root = opened->entries().front();
    if (!root.problem.empty()) {
      diagnostics.report(
          kUnusablePackage, site,
          fmt::format("The root layer '{}' cannot be used: {}", root.name, root.problem));
      return std::nullopt;
    }
    for (const PackageEntry& entry : opened->entries()) {
      if (!entry.leadsOut) continue;
      diagnostics.report(kUnusablePackage, site,
                         fmt::format("The entry '{}' is not used: {}", entry.name, entry.problem));
    }
    package = opened->bytes(root);
  }
  diagnostics.report(kUnusablePackage, site, "The root layers of packages are nested too deeply.");
  return std::nullopt;
}

}  // namespace usdscope
