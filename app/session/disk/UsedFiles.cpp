// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/UsedFiles.h"

#include "engine/asset/AssetResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerCache.h"
#include "engine/render/UdimTiles.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

void add(std::set<std::string>& files, const std::string& identifier) {
  std::string file(splitOuterPackage(identifier).package);
  if (file.starts_with('/')) files.insert(std::move(file));
}

void addLayers(const Stage& stage, UsedFiles& files) {
  for (const auto& layer : stage.usedLayers()) add(files.layers, layer->identifier());
  for (const std::string& layer : stage.layers().identifiers()) add(files.layers, layer);
  for (const std::string& layer : stage.layers().unreadableIdentifiers()) {
    add(files.layers, layer);
  }
}

void addClip(const AssetResolver& resolver, const std::string& asset, const std::string& anchor,
             UsedFiles& files) {
  const std::string found = resolver.resolve(asset, anchor);
  if (!found.empty()) return add(files.clips, found);
  // A missing clip may appear at any of its places.
  for (const std::string& place : resolver.candidates(asset, anchor)) add(files.clips, place);
}

void addClips(const Stage& stage, UsedFiles& files, const std::stop_token& stop) {
  // Sets that descendants inherit are the same objects.
  std::set<const ClipSet*> known;
  const auto visit = [&](const Prim& prim) {
    if (!prim.mayHaveClips()) return !stop.stop_requested();
    for (const auto& set : *stage.clipSets(prim)) {
      if (!known.insert(set.get()).second) continue;
      const ClipSetDefinition& definition = set->definition();
      const std::string anchor = definition.layer ? definition.layer->identifier() : std::string();
      if (definition.manifestAssetPath) {
        addClip(stage.resolver(), *definition.manifestAssetPath, anchor, files);
      }
      if (!definition.assetPaths) continue;
      for (const std::string& asset : *definition.assetPaths) {
        if (stop.stop_requested()) return false;
        addClip(stage.resolver(), asset, anchor, files);
      }
    }
    return !stop.stop_requested();
  };
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
}

void addTextures(const Scene& scene, UsedFiles& files) {
  std::set<std::string> known;
  const auto addFile = [&](const std::string& file) {
    if (file.empty() || !known.insert(file).second) return;
    for (const std::string& tile : udimTileFiles(file)) add(files.textures, tile);
  };
  for (const Material& material : scene.materials) {
    visitTextures(material, [&](const TextureUse& use) { addFile(use.file); });
  }
  for (const SceneLight& light : scene.lights) addFile(light.textureFile);
}

}  // namespace

UsedFiles findUsedFiles(const Stage& stage, const Scene* scene, const std::stop_token& stop) {
  UsedFiles files;
  addLayers(stage, files);
  addClips(stage, files, stop);
  if (scene) addTextures(*scene, files);
  return files;
}

}  // namespace usdscope
