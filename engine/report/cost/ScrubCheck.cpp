// SPDX-License-Identifier: Apache-2.0
#include "engine/report/cost/ScrubCheck.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/base/Hash.h"
#include "engine/report/text/ValueText.h"
#include "engine/scene/SceneExtractor.h"

namespace usdscope {
namespace {

// Naming the prim needs a scene without history, which is costly for large stages.
constexpr std::size_t kMostNamed = 20;
constexpr unsigned kSeed = 5489;

// Requires: T has no padding.
template <typename T>
std::size_t hashOf(const T* data, std::size_t count) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), count * sizeof(T));
  return std::hash<std::string_view>()(bytes);
}

template <typename T>
std::size_t hashOf(const Array<T>& array) {
  return hashOf(array.data(), array.size());
}

/// Hashes scenes. Geometry that a scene shares with the one before is hashed once.
class SceneHash {
 public:
  std::size_t of(const Scene& scene) {
    std::size_t hash = std::size_t(scene.isZUp);
    Known known;
    for (const Item& item : scene.items) hash = hashCombine(hash, ofItem(item, known));
    hash = hashCombine(hash, hashOf(scene.palette.data(), scene.palette.size()));
    hash = hashCombine(hash, hashOf(scene.blendWeights.data(), scene.blendWeights.size()));
    for (const SceneCamera& camera : scene.cameras) {
      hash = hashCombine(hash, hashOf(&camera.worldFromView, 1));
      hash = hashCombine(hash, hashOf(&camera.focalLength, 1));
    }
    for (const SceneLight& light : scene.lights) {
      hash = hashCombine(hash, hashOf(&light.worldFromLight, 1));
      hash = hashCombine(hash, hashOf(&light.color, 1));
    }
    for (const Material& material : scene.materials) {
      hash = hashCombine(hash, hashOf(&material.diffuseColor, 1));
      hash = hashCombine(hash, hashOf(&material.emissiveColor, 1));
      hash = hashCombine(hash, hashOf(&material.opacity, 1));
    }
    known_ = std::move(known);
    return hash;
  }

  std::size_t ofItem(const Item& item) {
    Known known;
    return ofItem(item, known);
  }

 private:
  struct Entry {
    std::shared_ptr<const Geometry> geometry;
    std::size_t hash = 0;
  };
  using Known = std::unordered_map<const Geometry*, Entry>;

  std::size_t ofItem(const Item& item, Known& known) {
    std::size_t hash = std::hash<Path>()(item.path);
    hash = hashCombine(hash, hashOf(&item.worldFromLocal, 1));
    hash = hashCombine(hash, hashOf(&item.color, 1));
    hash = hashCombine(hash, std::size_t(item.isVisible) * 8 + std::size_t(item.purpose));
    hash = hashCombine(hash, std::size_t(item.isDoubleSided));
    hash = hashCombine(hash, hashOf(item.instances));
    hash = hashCombine(hash, hashOf(item.instanceColors));
    if (item.geometry) hash = hashCombine(hash, ofGeometry(item.geometry, known));
    return hash;
  }

  std::size_t ofGeometry(const std::shared_ptr<const Geometry>& geometry, Known& known) {
    const auto [entry, isNew] = known.try_emplace(geometry.get());
    if (!isNew) return entry->second.hash;
    entry->second.geometry = geometry;
    if (const auto before = known_.find(geometry.get()); before != known_.end()) {
      return entry->second.hash = before->second.hash;
    }
    std::size_t hash = hashOf(geometry->positions);
    hash = hashCombine(hash, hashOf(geometry->normals));
    hash = hashCombine(hash, hashOf(geometry->texCoords));
    hash = hashCombine(hash, hashOf(geometry->colors));
    hash = hashCombine(hash, hashOf(geometry->widths));
    hash = hashCombine(hash, hashOf(geometry->indices));
    return entry->second.hash = hash;
  }

  Known known_;
};

// Returns the first prim that differs; the root if no item does.
Path differingPrim(const Scene& a, const Scene& b) {
  SceneHash hash;
  const std::size_t count = std::min(a.items.size(), b.items.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (hash.ofItem(a.items[i]) != hash.ofItem(b.items[i])) return a.items[i].path;
  }
  if (a.items.size() > count) return a.items[count].path;
  return b.items.size() > count ? b.items[count].path : Path::root();
}

ScrubDifference differenceAt(double time, const Scene& scrubbed, const MakeScene& fresh,
                             bool isNamed) {
  ScrubDifference difference;
  difference.time = time;
  difference.prim = Path::root();
  difference.message = "differs when it is reached by scrubbing";
  const auto alone = isNamed ? fresh(TimeCode(time)) : nullptr;
  if (alone) {
    const bool isScrubbedWrong = SceneHash().of(*alone) != SceneHash().of(scrubbed);
    if (isScrubbedWrong) difference.prim = differingPrim(*alone, scrubbed);
    difference.message += isScrubbedWrong ? "; scrubbing is wrong" : "; playing is wrong";
  }
  difference.message = "Frame " + numberToText(time) + " " + difference.message + ".";
  return difference;
}

}  // namespace

ScrubCheck compareScrubbing(const MakeScene& play, const MakeScene& scrub, const MakeScene& fresh,
                            std::span<const double> times, const ScrubProgress& progress) {
  ScrubCheck check;
  std::vector<std::size_t> played(times.size());
  const auto advance = [&](std::size_t done) {
    if (progress) progress(done, 2 * times.size());
  };
  SceneHash hash;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto scene = play(TimeCode(times[i]));
    if (!scene) {
      check.isComplete = false;
      return check;
    }
    played[i] = hash.of(*scene);
    advance(i + 1);
  }
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::shuffle(order, std::mt19937(kSeed));
  SceneHash scrubHash;
  for (const std::size_t i : order) {
    const auto scene = scrub(TimeCode(times[i]));
    if (!scene) {
      check.isComplete = false;
      break;
    }
    ++check.frameCount;
    advance(times.size() + check.frameCount);
    if (scrubHash.of(*scene) == played[i]) continue;
    const bool isNamed = check.differences.size() < kMostNamed;
    check.differences.push_back(differenceAt(times[i], *scene, fresh, isNamed));
  }
  std::ranges::sort(check.differences, {}, &ScrubDifference::time);
  return check;
}

ScrubCheck compareScrubbing(const std::shared_ptr<const Stage>& stage,
                            std::span<const double> times, const ScrubProgress& progress,
                            const std::stop_token& stop) {
  SceneExtractor player(stage);
  SceneExtractor scrubber(stage);
  const MakeScene fresh = [&](TimeCode time) { return SceneExtractor(stage).extract(time, stop); };
  return compareScrubbing([&](TimeCode time) { return player.extract(time, stop); },
                          [&](TimeCode time) { return scrubber.extract(time, stop); }, fresh, times,
                          progress);
}

}  // namespace usdscope
