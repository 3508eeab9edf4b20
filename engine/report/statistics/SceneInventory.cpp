// SPDX-License-Identifier: Apache-2.0
#include "engine/report/statistics/SceneInventory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "engine/asset/AssetResolver.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/LayerFileFacts.h"
#include "engine/stage/Property.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

std::uint64_t fileBytes(const AssetResolver& resolver, const std::string& identifier) {
  const FileBytesResult bytes = resolver.open(identifier);
  return bytes.bytes ? bytes.bytes->byteSize() : 0;
}

// Collects what the attributes of a scene hold.
class ContentsCounter {
 public:
  ContentsCounter(const Stage& stage, SceneInventory& contents)
      : stage_(stage),
        names_(*stage.rootLayer(), stage.sessionLayer().get()),
        contents_(contents) {}

  void countPrim(const Prim& prim) {
    for (const Token name : prim.propertyNames()) {
      const Attribute attribute = prim.attribute(name);
      if (attribute && attribute.hasAuthoredValue()) countAttribute(attribute);
    }
    if (prim.mayHaveClips()) countClips(prim);
  }

  void finish(std::size_t arrayCount) {
    std::vector<ArrayContents>& arrays = contents_.largestArrays;
    std::ranges::stable_sort(arrays, std::ranges::greater{}, &ArrayContents::byteSize);
    arrays.resize(std::min(arrays.size(), arrayCount));
    for (auto& [file, asset] : assets_) contents_.assets.push_back(std::move(asset));
  }

 private:
  void countAttribute(const Attribute& attribute) {
    const std::string_view type = attribute.typeName().text();
    const bool isAsset = type.starts_with("asset");
    if (!isAsset && !type.ends_with("[]")) return;
    const Value value = attribute.value(TimeCode::earliest());
    if (const AssetPath* asset = value.find<AssetPath>()) addAsset(*asset);
    if (const auto* assets = value.find<Array<AssetPath>>()) {
      for (const AssetPath& asset : assets->span()) addAsset(asset);
    }
    ArrayContents array{.attribute = attribute.path(), .type = std::string(type)};
    visitData(value, [&](const auto& items) {
      if constexpr (requires { items.span(); }) {
        array.elements = items.size();
        array.byteSize = items.span().size_bytes();
      }
    });
    if (array.elements == 0) return;
    ++contents_.arrays;
    contents_.arrayElements += array.elements;
    contents_.arrayBytes += array.byteSize;
    if (attribute.mightBeTimeVarying()) array.samples = attribute.timeSamples().size();
    contents_.largestArrays.push_back(std::move(array));
  }

  void addAsset(const AssetPath& asset) {
    if (asset.path().empty()) return;
    const bool isFound = !asset.resolved.empty();
    const std::string file = isFound ? names_.file(asset.resolved) : asset.path();
    AssetContents& entry = assets_[file];
    if (++entry.uses > 1) return;
    entry.file = file;
    entry.isFound = isFound;
    entry.isPattern = !isFound && asset.path().find('<') != std::string::npos;
    if (isFound) entry.byteSize = fileBytes(stage_.resolver(), asset.resolved);
  }

  void countClips(const Prim& prim) {
    for (const auto& set : *stage_.clipSets(prim)) {
      const ClipSetDefinition& definition = set->definition();
      if (!definition.assetPaths || !counted_.insert(set.get()).second) continue;
      ClipSetContents each{.prim = definition.site, .name = definition.name};
      const std::set<std::string> files(definition.assetPaths->begin(),
                                        definition.assetPaths->end());
      each.clips = files.size();
      for (const std::string& file : files) {
        const std::string found = stage_.resolver().resolve(file, definition.layer->identifier());
        if (found.empty()) {
          ++each.missing;
        } else {
          each.byteSize += fileBytes(stage_.resolver(), found);
        }
      }
      contents_.clipSets.push_back(std::move(each));
    }
  }

  const Stage& stage_;
  const LayerNames names_;
  SceneInventory& contents_;
  std::map<std::string, AssetContents> assets_;
  std::set<const ClipSet*> counted_;
};

// The resident bytes of this process; 0 if the system does not report them.
std::uint64_t residentBytes() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  in >> total >> resident;
  return in ? resident * std::uint64_t(::sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

SceneInventory sceneInventory(const Stage& stage, std::size_t arrayCount) {
  SceneInventory contents;
  contents.statistics = *sceneStatistics(stage.pseudoRoot());
  ContentsCounter counter(stage, contents);
  for (std::uint32_t row = 0; row < stage.rowCount(); ++row) {
    if (const Prim prim = stage.primOfRow(row)) counter.countPrim(prim);
  }
  counter.finish(arrayCount);
  contents.residentBytes = residentBytes();
  return contents;
}

}  // namespace usdscope
