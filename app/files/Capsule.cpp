// SPDX-License-Identifier: Apache-2.0
#include "app/files/Capsule.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "engine/asset/CapsuleEntries.h"
#include "engine/asset/Package.h"
#include "engine/asset/PackagePath.h"
#include "engine/base/Json.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

constexpr int kCapsuleVersion = 1;
constexpr std::size_t kMostViewBytes = std::size_t{64} << 20;

std::string textsOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double numberOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  const double number = found != json.end() && found->is_number() ? found->get<double>() : 0.0;
  return std::isfinite(number) ? number : 0.0;
}

std::vector<std::string> listOf(const Json& json, const char* key) {
  std::vector<std::string> out;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return out;
  for (const Json& each : *found) {
    if (each.is_string()) out.push_back(each.get<std::string>());
  }
  return out;
}

}  // namespace

std::string capsuleViewToText(const CapsuleView& view) {
  const Json json = {{"capsule", kCapsuleVersion}, {"scene", view.scene},
                     {"from", view.from},          {"to", view.to},
                     {"time", view.time},          {"selected", view.selected},
                     {"property", view.property},  {"camera", view.camera},
                     {"muted", view.muted},        {"leftOut", view.leftOut},
                     {"window", view.window}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<CapsuleView> capsuleViewFromText(std::string_view text) {
  const Json json = parseJson(text);
  if (json.is_discarded() || !json.is_object()) return std::nullopt;
  const double version = numberOf(json, "capsule");
  if (version < 1.0 || version > kCapsuleVersion) return std::nullopt;
  CapsuleView view;
  view.scene = textsOf(json, "scene");
  view.from = numberOf(json, "from");
  view.to = std::max(view.from, numberOf(json, "to"));
  view.time = numberOf(json, "time");
  view.selected = listOf(json, "selected");
  view.property = textsOf(json, "property");
  view.camera = textsOf(json, "camera");
  view.muted = listOf(json, "muted");
  view.leftOut = listOf(json, "leftOut");
  view.window = textsOf(json, "window");
  return view;
}

std::optional<CapsuleView> readCapsuleView(const std::string& file) {
  if (!hasPackageExtension(file)) {
    const fs::path path(file);
    const std::string beside = (path.parent_path() / std::string(kCapsuleViewEntry)).string();
    std::error_code error;
    const auto size = fs::file_size(beside, error);
    if (error || size > kMostViewBytes) return std::nullopt;
    const FileBytesResult bytes = readFileBytes(beside);
    auto view = bytes.bytes ? capsuleViewFromText(bytes.bytes->text()) : std::nullopt;
    return view && view->scene == path.filename().string() ? view : std::nullopt;
  }
  const FileBytesResult bytes = readFileBytes(file);
  std::string problem;
  const auto package = bytes.bytes ? Package::open(*bytes.bytes, problem) : nullptr;
  const PackageEntry* entry = package ? package->findEntry(kCapsuleViewEntry) : nullptr;
  if (!entry || !entry->problem.empty() || entry->byteSize > kMostViewBytes) return std::nullopt;
  return capsuleViewFromText(package->bytes(*entry).text());
}

std::string fileInCapsule(const std::string& file, const std::string& name) {
  if (hasPackageExtension(file)) return joinPackagePath(file, name);
  return (fs::path(file).parent_path() / name).lexically_normal().string();
}

std::string nameInCapsule(const std::string& rootFile, const std::string& layer) {
  const PackagePathParts root = splitOuterPackage(rootFile);
  if (hasPackageExtension(root.package)) {
    PackagePathParts parts = splitOuterPackage(layer);
    return parts.package == root.package ? std::move(parts.entry) : std::string();
  }
  const std::string folder(folderOf(rootFile));
  return layer.starts_with(folder) ? layer.substr(folder.size()) : std::string();
}

std::string packCapsule(std::vector<PackagedFile> files, const CapsuleView& view,
                        const std::string& report, const std::vector<CapsulePicture>& pictures,
                        std::string& problem) {
  CapsuleView written = view;
  if (!files.empty()) written.scene = files.front().name;
  files.push_back(
      {std::string(kCapsuleViewEntry), FileBytes::fromText(capsuleViewToText(written))});
  files.push_back({std::string(kCapsuleReportEntry), FileBytes::fromText(report)});
  for (const CapsulePicture& picture : pictures) {
    files.push_back({std::string(kCapsulePictureFolder) + picture.name, picture.bytes});
  }
  return writePackage(files, problem);
}

}  // namespace usdscope
