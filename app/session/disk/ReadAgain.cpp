// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/ReadAgain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/asset/AssetResolver.h"
#include "engine/asset/PackagePath.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"

namespace usdscope {
namespace {

// The clips of a stage that are in memory and come from these files.
std::map<std::string, std::shared_ptr<const Layer>> clipsInMemory(
    const Stage& stage, const std::set<std::string>& files) {
  std::map<std::string, std::shared_ptr<const Layer>> found;
  std::set<const ClipSet*> known;
  const auto visit = [&](const Prim& prim) {
    if (!prim.mayHaveClips()) return true;
    for (const auto& set : *stage.clipSets(prim)) {
      if (!known.insert(set.get()).second) continue;
      for (std::size_t i = 0; i < set->clips().size(); ++i) {
        auto layer = set->residentLayerOf(i);
        if (!layer || !files.contains(outerFile(layer->identifier()))) continue;
        found.emplace(layer->identifier(), std::move(layer));
      }
    }
    return true;
  };
  PrimFilter filter = PrimFilter::all();
  filter.instanceProxies = false;
  traverse(stage.pseudoRoot(), filter, visit);
  for (const Prim& prototype : stage.prototypes()) traverse(prototype, filter, visit);
  return found;
}

std::string reasonOf(const Diagnostics& diagnostics) {
  const auto entries = diagnostics.entries();
  return entries.empty() ? "It is not a layer." : reasonOf(entries.front());
}

}  // namespace

std::string outerFile(const std::string& identifier) {
  return std::string(splitOuterPackage(identifier).package);
}

std::string reasonOf(const Diagnostic& diagnostic) {
  const SourceSite& site = diagnostic.site;
  std::string place;
  if (site.line > 0) place = fmt::format("line {}", site.line);
  if (site.line > 0 && site.column > 0) place += fmt::format(", column {}", site.column);
  if (site.byteOffset > 0) place = fmt::format("byte {}", site.byteOffset);
  if (!site.path.empty()) place += fmt::format("{}<{}>", place.empty() ? "" : ", ", site.path);
  return place.empty() ? diagnostic.message : place + ": " + diagnostic.message;
}

void reportOutdated(const std::string& file, const std::string& reason, Diagnostics& outdated) {
  const std::string path = outerFile(file);
  outdated.report(kOutdatedFile, {.layer = file},
                  fmt::format("{} has changed and cannot be read any more, so the version before "
                              "is shown: {}",
                              path.substr(path.rfind('/') + 1), reason));
}

bool readLayerAgain(LayerCache& layers, const std::string& layer, Diagnostics& outdated) {
  const auto opened = layers.reload(layer);
  if (opened->layer) return true;
  const auto kept = layers.find(layer);
  // A layer that was missing before is a problem of composition.
  if (kept && kept->layer) reportOutdated(layer, reasonOf(opened->diagnostics), outdated);
  return false;
}

std::set<std::string> readAgain(LayerCache& layers, const Stage* stage, const FilesToRead& changed,
                                Diagnostics& outdated) {
  for (const std::string& file : changed.files) layers.environment().resolver().forget(file);
  std::set<std::string> read;
  for (const std::string& layer : changed.layers) {
    if (readLayerAgain(layers, layer, outdated)) read.insert(layer);
  }
  if (!stage) return read;
  const std::set<std::string> files(changed.files.begin(), changed.files.end());
  LayerCache trial(layers.environment());
  for (const auto& [identifier, layer] : clipsInMemory(*stage, files)) {
    const auto known = layers.find(identifier);
    if (known && known->layer) continue;  // Read as a layer above.
    const auto opened = trial.findOrOpen(identifier);
    if (opened->layer) continue;
    reportOutdated(identifier, reasonOf(opened->diagnostics), outdated);
    // Stages take clips from the cache if it has them.
    layers.replace(layer);
  }
  return read;
}

Diagnostics stillOutdated(const Diagnostics* before, const std::vector<std::string>& layers,
                          const FilesToRead* changed) {
  Diagnostics still;
  if (!before) return still;
  std::set<std::string> read(layers.begin(), layers.end());
  std::set<std::string> files;
  if (changed) {
    read.insert(changed->layers.begin(), changed->layers.end());
    files.insert(changed->files.begin(), changed->files.end());
  }
  for (const Diagnostic& each : before->entries()) {
    const std::string& layer = each.site.layer;
    // The edits are tried on the new versions of their layers again.
    if (each.code == kEditWithoutEffect && !read.empty()) continue;
    if (!layer.empty() && (read.contains(layer) || files.contains(outerFile(layer)))) continue;
    still.report(each.code, each.site, each.message);
  }
  return still;
}

}  // namespace usdscope
