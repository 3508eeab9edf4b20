// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/LeftOutFiles.h"

#include <filesystem>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/CapsuleEntries.h"
#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/base/FileBytes.h"
#include "engine/base/Json.h"
#include "engine/layer/Layer.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostViewBytes = std::size_t{64} << 20;

// Returns the text of the view of a capsule; empty for other files. `root` is a package or the root
// layer of a capsule that was unpacked.
FileBytes viewOf(const std::string& root) {
  if (!hasPackageExtension(root)) {
    const std::string beside =
        (fs::path(root).parent_path() / std::string(kCapsuleViewEntry)).string();
    std::error_code error;
    const auto size = fs::file_size(beside, error);
    if (error || size > kMostViewBytes) return {};
    return readFileBytes(beside).bytes.value_or(FileBytes());
  }
  const FileBytesResult bytes = readFileBytes(root);
  std::string problem;
  const auto package = bytes.bytes ? Package::open(*bytes.bytes, problem) : nullptr;
  const PackageEntry* entry = package ? package->findEntry(kCapsuleViewEntry) : nullptr;
  if (!entry || !entry->problem.empty() || entry->byteSize > kMostViewBytes) return {};
  return package->bytes(*entry);
}

std::unordered_set<std::string> readLeftOut(const std::string& rootLayer) {
  const std::string root = splitOuterPackage(rootLayer).package;
  std::unordered_set<std::string> identifiers;
  const FileBytes bytes = viewOf(root);
  const Json json = parseJson(bytes.text());
  if (json.is_discarded() || !json.is_object()) return identifiers;
  const bool isPackage = hasPackageExtension(root);
  // Another scene may lie beside the view of a capsule that was unpacked.
  const auto scene = json.find("scene");
  const std::string name = fs::path(root).filename().string();
  if (!isPackage && (scene == json.end() || *scene != name)) return identifiers;
  const auto names = json.find("leftOut");
  if (names == json.end() || !names->is_array()) return identifiers;
  for (const Json& each : *names) {
    if (!each.is_string()) continue;
    const auto& text = each.get_ref<const std::string&>();
    identifiers.insert(isPackage
                           ? joinPackagePath(root, text)
                           : (fs::path(root).parent_path() / text).lexically_normal().string());
  }
  return identifiers;
}

}  // namespace

bool LeftOutFiles::contains(const std::string& assetPath, const std::string& anchorLayer) {
  return contains(stage_->resolver().identifierFor(assetPath, anchorLayer));
}

bool LeftOutFiles::contains(const std::string& identifier) {
  return identifiers().contains(identifier);
}

bool LeftOutFiles::isEmpty() { return identifiers().empty(); }

const std::unordered_set<std::string>& LeftOutFiles::identifiers() {
  if (!identifiers_) identifiers_ = readLeftOut(stage_->rootLayer()->identifier());
  return *identifiers_;
}

}  // namespace usdscope
