// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/CapsuleEntries.h"
#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/check/detail/RuleList.h"
#include "engine/report/clips/LeftOutFiles.h"

namespace usdscope::detail {
namespace {

constexpr std::size_t kAlignment = 64;

// Returns the directory of a package; null if the file is something else.
std::shared_ptr<const Package> openPackage(const AssetResolver& resolver,
                                           const std::string& identifier) {
  const FileBytesResult opened = resolver.open(identifier);
  if (!opened.bytes || !looksLikePackage(opened.bytes->text())) return nullptr;
  std::string problem;
  return Package::open(*opened.bytes, problem);
}

// Returns the outermost package of a file, which may be the file itself; empty without a package.
std::string packageOf(const AssetResolver& resolver, const std::string& identifier) {
  if (isPackagePath(identifier)) return splitOuterPackage(identifier).package;
  return openPackage(resolver, identifier) ? identifier : std::string();
}

// Returns the extension of a name, in the case of the name; empty if there is none, and if the name
// begins with its only dot.
std::string_view extensionOf(std::string_view name) {
  const std::size_t folder = name.rfind('/');
  if (folder != std::string_view::npos) name.remove_prefix(folder + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

void checkEntries(const AssetResolver& resolver, const std::string& identifier, Reporter& report) {
  const std::shared_ptr<const Package> package = openPackage(resolver, identifier);
  if (!package) return;
  for (const PackageEntry& entry : package->entries()) {
    if (entry.method != 0) {
      report
          .error(
              "CompressionDetected", Path::root(),
              fmt::format("File '{}' in the package is compressed; readers refuse it.", entry.name))
          .layer = identifier;
    }
    if (entry.byteOffset % kAlignment != 0) {
      report
          .error("ByteMisalignment", Path::root(),
                 fmt::format("File '{}' begins at byte {} of the package; a multiple of {} is "
                             "expected.",
                             entry.name, entry.byteOffset, kAlignment))
          .layer = identifier;
    }
  }
}

}  // namespace

void checkPackageEncapsulation(const CheckedStage& checked, Reporter& report) {
  const std::string& root = checked.stage().rootLayer()->identifier();
  const std::string package = packageOf(checked.stage().resolver(), root);
  if (package.empty()) return;
  for (const Dependency& dependency : checked.dependencies()) {
    if (!dependency.isFound || dependency.identifier.starts_with(package)) continue;
    const bool isLayer = dependency.layer != nullptr;
    report
        .warning(
            isLayer ? "LayerNotInPackage" : "AssetNotInPackage", Path::root(),
            fmt::format("File '{}' is needed, but is not in the package.", dependency.identifier))
        .layer = dependency.referrer;
  }
}

void checkFileExtensions(const CheckedStage& checked, Reporter& report) {
  constexpr std::array<std::string_view, 13> kAllowed = {"usda", "usdc", "usd", "usdz", "png",
                                                         "jpg",  "jpeg", "exr", "avif", "m4a",
                                                         "mp3",  "wav",  "mtlx"};
  const std::string& root = checked.stage().rootLayer()->identifier();
  const auto package = openPackage(checked.stage().resolver(), root);
  if (!package) return;
  // Files that describe a capsule are not assets.
  const bool isCapsule = package->findEntry(kCapsuleViewEntry) != nullptr;
  const auto checkName = [&](std::string_view name) {
    if (isCapsule && describesCapsule(name)) return;
    const std::string_view extension = extensionOf(name);
    if (std::ranges::find(kAllowed, extension) != kAllowed.end()) return;
    report
        .error("UnsupportedFileExtensionInPackage", Path::root(),
               fmt::format("File '{}' has the extension '{}', which packages must not have.", name,
                           extension))
        .layer = root;
  };
  for (const PackageEntry& entry : package->entries()) checkName(entry.name);
  for (const std::string_view folder : package->folders()) checkName(folder);
}

void checkMissingReferences(const CheckedStage& checked, Reporter& report) {
  LeftOutFiles leftOut(checked.stage());
  for (const Dependency& dependency : checked.dependencies()) {
    // A capsule lacks the files that its frames do not need.
    if (dependency.isFound || leftOut.contains(dependency.identifier)) continue;
    Finding& finding =
        report.error("UnresolvableDependency", Path::root(),
                     fmt::format("File '{}' is needed, and was not found.", dependency.identifier));
    finding.layer = dependency.referrer;
    finding.asset = dependency.assetPath;
  }
}

void checkRootPackage(const CheckedStage& checked, Reporter& report) {
  checkEntries(checked.stage().resolver(), checked.stage().rootLayer()->identifier(), report);
}

void checkPackages(const CheckedStage& checked, Reporter& report) {
  for (const Dependency& dependency : checked.dependencies()) {
    if (!dependency.isFound || !dependency.layer) continue;
    checkEntries(checked.stage().resolver(), dependency.identifier, report);
  }
}

}  // namespace usdscope::detail
