// SPDX-License-Identifier: Apache-2.0
#include "engine/compose/MapFunction.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>

#include "engine/base/Hash.h"
#include "engine/base/InternTable.h"
#include "engine/compose/detail/PairTables.h"

namespace usdscope {
namespace {

using Pair = MapFunction::Pair;
using Pairs = std::vector<Pair>;
using PairSpan = std::span<const Pair>;
using detail::PairTables;

constexpr LayerOffset kNoOffset;
constexpr std::size_t kFewPairs = 16;  // More are searched through tables.

/// The content of a map function.
struct Map {
  PairSpan pairs;
  LayerOffset timeOffset;
  bool hasRootIdentity = false;
  const PairTables* tables = nullptr;  ///< Finds the pairs; null for few.
};

/// The stored form of a map. A prim with an arc may have several maps, and nearly all maps have one
/// pair and do not change time.
class StoredMap {
 public:
  StoredMap() = default;
  explicit StoredMap(const Map& map)
      : hasRootIdentity_(map.hasRootIdentity), isShort_(isShort(map)) {
    if (!isShort_) {
      long_ = std::make_unique<const Long>(map);
    } else if (!map.pairs.empty()) {
      only_ = map.pairs[0];
      count_ = 1;
    }
  }

  PairSpan pairs() const { return isShort_ ? PairSpan(&only_, count_) : PairSpan(long_->pairs); }
  const LayerOffset& timeOffset() const { return isShort_ ? kNoOffset : long_->timeOffset; }
  bool hasRootIdentity() const { return hasRootIdentity_; }
  Map map() const { return {pairs(), timeOffset(), hasRootIdentity_, tables()}; }

 private:
  struct Long {
    explicit Long(const Map& map)
        : pairs(map.pairs.begin(), map.pairs.end()), timeOffset(map.timeOffset) {
      if (pairs.size() > kFewPairs) tables = std::make_unique<const PairTables>(pairs);
    }

    Pairs pairs;
    LayerOffset timeOffset;
    std::unique_ptr<const PairTables> tables;
  };
  static bool isShort(const Map& map);
  const PairTables* tables() const { return isShort_ ? nullptr : long_->tables.get(); }

  Pair only_;
  bool hasRootIdentity_ = false;
  bool isShort_ = true;
  std::uint8_t count_ = 0;  // Number of pairs of a short map.
  std::unique_ptr<const Long> long_;
};

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool haveSameBits(const LayerOffset& a, const LayerOffset& b) {
  return sameBits(a.offset, b.offset) && sameBits(a.scale, b.scale);
}

bool StoredMap::isShort(const Map& map) {
  return map.pairs.size() <= 1 && haveSameBits(map.timeOffset, kNoOffset);
}

struct MapTraits {
  static std::uint64_t hash(const Map& map) {
    std::size_t h = map.hasRootIdentity ? 1 : 0;
    for (const auto& [source, target] : map.pairs) {
      h = hashCombine(h, std::uint64_t{source.index()} << 32 | target.index());
    }
    h = hashCombine(h, std::hash<double>{}(map.timeOffset.offset));
    return hashCombine(h, std::hash<double>{}(map.timeOffset.scale));
  }
  static bool equal(const StoredMap& a, const Map& b) {
    return a.hasRootIdentity() == b.hasRootIdentity && std::ranges::equal(a.pairs(), b.pairs) &&
           haveSameBits(a.timeOffset(), b.timeOffset);
  }
  static StoredMap make(const Map& map) { return StoredMap(map); }
};

using Table = InternTable<StoredMap, Map, MapTraits>;

// Map 0 maps nothing; map 1 maps everything to itself.
constexpr std::uint32_t kIdentity = 1;

Table& table() {
  static Table& maps = *[] {
    auto* made = new Table(StoredMap());
    made->intern(Map{.pairs = {}, .timeOffset = {}, .hasRootIdentity = true});
    return made;
  }();
  return maps;
}

const StoredMap& storedMap(std::uint32_t index) { return table().item(index); }
Map mapOf(std::uint32_t index) { return storedMap(index).map(); }

bool isClose(const LayerOffset& a, const LayerOffset& b) {
  constexpr double kTolerance = 1e-6;
  return std::abs(a.offset - b.offset) <= kTolerance && std::abs(a.scale - b.scale) <= kTolerance;
}

bool pairLess(const Pair& a, const Pair& b) {
  const std::size_t depthA = a.first.depth();
  const std::size_t depthB = b.first.depth();
  if (depthA != depthB) return depthA < depthB;
  if (a.first != b.first) return pathLess(a.first, b.first);
  return a.second != b.second && pathLess(a.second, b.second);
}

constexpr std::size_t kNoPair = PairTables::kNone;

/// Pairs of a map that are searched: all of them, or through their tables.
struct SearchedPairs {
  PairSpan pairs;
  const PairTables* tables = nullptr;
};

/// The pair with the longest source that is a prefix of `path` and has at least `minDepth`
/// elements. Requires: the pairs are sorted by the length of the source.
std::size_t bestBySource(const SearchedPairs& searched, Path path, std::size_t minDepth = 0) {
  const auto& [pairs, tables] = searched;
  if (tables) return tables->bestBySource(path, minDepth);
  const std::size_t depth = path.depth();
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Path source = pairs[i].first;
    const std::size_t sourceDepth = source.depth();
    if (sourceDepth > depth) continue;
    if (sourceDepth < minDepth) return kNoPair;
    if (!source.isEmpty() && path.hasPrefix(source)) return i;
  }
  return kNoPair;
}

std::size_t bestByTarget(const SearchedPairs& searched, Path path, std::size_t minDepth = 0) {
  const auto& [pairs, tables] = searched;
  if (tables) return tables->bestByTarget(path, minDepth);
  std::size_t best = kNoPair;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Path target = pairs[i].second;
    const std::size_t depth = target.depth();
    if (depth >= minDepth && !target.isEmpty() && path.hasPrefix(target)) {
      minDepth = depth;
      best = i;
    }
  }
  return best;
}

/// Whether another pair than `used` maps `mapped` back, because its target is a longer prefix.
bool mapsBackOtherwise(const SearchedPairs& searched, Path mapped, std::size_t used,
                       bool isInverse) {
  const PairSpan pairs = searched.pairs;
  std::size_t minDepth = 0;
  if (used != kNoPair) minDepth = (isInverse ? pairs[used].first : pairs[used].second).depth();
  const std::size_t back = isInverse ? bestBySource(searched, mapped, minDepth)
                                     : bestByTarget(searched, mapped, minDepth);
  return back != kNoPair && back != used;
}

Path mapPath(const Map& map, Path path, bool isInverse) {
  if (path.isEmpty()) return {};
  const SearchedPairs searched{map.pairs, map.tables};
  const std::size_t used = isInverse ? bestByTarget(searched, path) : bestBySource(searched, path);
  Path result;
  if (used == kNoPair) {
    if (map.hasRootIdentity) result = path;
  } else {
    const auto& [source, target] = map.pairs[used];
    result = isInverse ? path.withPrefixReplaced(target, source)
                       : path.withPrefixReplaced(source, target);
  }
  if (result.isEmpty() || mapsBackOtherwise(searched, result, used, isInverse)) return {};
  return result;
}

/// True when pairs[at] does not change the map.
bool isRedundant(const SearchedPairs& searched, std::size_t at) {
  const PairSpan pairs = searched.pairs;
  const auto& [source, target] = pairs[at];
  // The pair that maps the parent would also map this source.
  const Path parent = source.parent();
  const std::size_t other = parent.isEmpty() ? kNoPair : bestBySource(searched, parent);
  const bool otherMaps = other != kNoPair && !pairs[other].second.isEmpty();
  if (target.isEmpty()) {
    if (!otherMaps) return true;
    const Path unblocked = source.withPrefixReplaced(pairs[other].first, pairs[other].second);
    return mapsBackOtherwise(searched, unblocked, other, false);
  }
  if (!otherMaps) return false;
  if (source.withPrefixReplaced(pairs[other].first, pairs[other].second) != target) return false;
  // As in OpenUSD, the root identity is not checked for hidden targets.
  if (pairs[other].first.isRoot()) return true;
  return !mapsBackOtherwise(searched, target.parent(), other, false);
}

// Removes redundant pairs one after the other: each may make a later one redundant or needed.
void removeRedundant(Pairs& pairs) {
  if (pairs.size() <= kFewPairs) {
    for (std::size_t i = 0; i < pairs.size();) {
      if (isRedundant({.pairs = pairs}, i)) {
        pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return;
  }
  PairTables tables(pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (isRedundant({.pairs = pairs, .tables = &tables}, i)) tables.remove(i);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!tables.isRemoved(i)) pairs[kept++] = pairs[i];
  }
  pairs.resize(kept);
}

/// Interns sorted pairs without redundant ones.
std::uint32_t internSorted(Pairs pairs, const LayerOffset& timeOffset) {
  removeRedundant(pairs);
  Map map{.pairs = pairs, .timeOffset = timeOffset, .hasRootIdentity = false};
  if (!pairs.empty() && pairs[0] == Pair(Path::root(), Path::root())) {
    map.pairs = map.pairs.subspan(1);
    map.hasRootIdentity = true;
  }
  return table().intern(map);
}

Pairs allPairs(const Map& map) {
  Pairs pairs;
  pairs.reserve(map.pairs.size() + 1);
  if (map.hasRootIdentity) pairs.emplace_back(Path::root(), Path::root());
  pairs.insert(pairs.end(), map.pairs.begin(), map.pairs.end());
  return pairs;
}

/// Interns the map of pairs with a usual form, which needs no search for redundant pairs: a pair of
/// two prims, and before it perhaps `/` → `/`. Returns nothing for other pairs.
std::optional<std::uint32_t> internUsual(PairSpan pairs, const LayerOffset& timeOffset) {
  const bool hasRootIdentity = pairs.size() == 2 && pairs[0] == Pair(Path::root(), Path::root());
  if (pairs.size() != 1 && !hasRootIdentity) return std::nullopt;
  const auto& [source, target] = pairs.back();
  if (source.isEmpty() || source.isRoot() || target.isEmpty()) return std::nullopt;
  const bool isRedundant = hasRootIdentity && source == target;
  return table().intern({.pairs = isRedundant ? PairSpan() : pairs.last(1),
                         .timeOffset = timeOffset,
                         .hasRootIdentity = hasRootIdentity});
}

}  // namespace

MapFunction MapFunction::identity() { return MapFunction(kIdentity); }

MapFunction MapFunction::make(std::vector<Pair> pairs, const LayerOffset& timeOffset) {
  if (const auto usual = internUsual(pairs, timeOffset)) return MapFunction(*usual);
  std::sort(pairs.begin(), pairs.end(), pairLess);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return MapFunction(internSorted(std::move(pairs), timeOffset));
}

Path MapFunction::targetFromSource(Path source) const {
  return index_ == kIdentity ? source : mapPath(mapOf(index_), source, false);
}

Path MapFunction::sourceFromTarget(Path target) const {
  return index_ == kIdentity ? target : mapPath(mapOf(index_), target, true);
}

const LayerOffset& MapFunction::timeOffset() const { return storedMap(index_).timeOffset(); }

MapFunction MapFunction::withTimeOffset(const LayerOffset& offset) const {
  Map map = mapOf(index_);
  map.timeOffset = offset;
  return MapFunction(table().intern(map));
}

MapFunction MapFunction::withRootIdentity() const {
  const Map map = mapOf(index_);
  if (map.hasRootIdentity) return *this;
  Pairs pairs = allPairs(map);
  pairs.insert(pairs.begin(), Pair(Path::root(), Path::root()));
  return make(std::move(pairs), map.timeOffset);
}

MapFunction MapFunction::withoutRootIdentity() const {
  const Map map = mapOf(index_);
  if (!map.hasRootIdentity) return *this;
  return make({map.pairs.begin(), map.pairs.end()}, map.timeOffset);
}

MapFunction MapFunction::inverse() const {
  if (index_ == kIdentity) return *this;
  Map map = mapOf(index_);
  Pairs pairs(map.pairs.begin(), map.pairs.end());
  for (auto& [source, target] : pairs) std::swap(source, target);
  std::sort(pairs.begin(), pairs.end(), pairLess);
  map.pairs = pairs;
  map.timeOffset = map.timeOffset.inverse().value_or(LayerOffset{});
  return MapFunction(table().intern(map));
}

bool MapFunction::isIdentity() const {
  if (index_ == kIdentity) return true;
  const Map map = mapOf(index_);
  return map.pairs.empty() && map.hasRootIdentity && isClose(map.timeOffset, LayerOffset{});
}

bool MapFunction::hasRootIdentity() const { return storedMap(index_).hasRootIdentity(); }

std::span<const MapFunction::Pair> MapFunction::pairs() const { return storedMap(index_).pairs(); }

bool operator==(const MapFunction& a, const MapFunction& b) {
  if (a.index_ == b.index_) return true;
  const Map mapA = mapOf(a.index_);
  const Map mapB = mapOf(b.index_);
  return mapA.hasRootIdentity == mapB.hasRootIdentity &&
         std::ranges::equal(mapA.pairs, mapB.pairs) && isClose(mapA.timeOffset, mapB.timeOffset);
}

namespace {

/// The sources of pairs. Does not see pairs that are added later.
class KnownSources {
 public:
  explicit KnownSources(const Pairs& pairs) : pairs_(pairs), count_(pairs.size()) {
    if (count_ <= kFewPairs) return;
    for (const Pair& pair : pairs) many_.insert(pair.first);
  }

  bool contains(Path source) const {
    if (!many_.empty()) return many_.contains(source);
    const auto end = pairs_.begin() + static_cast<std::ptrdiff_t>(count_);
    return std::any_of(pairs_.begin(), end, [&](const Pair& pair) { return pair.first == source; });
  }

 private:
  const Pairs& pairs_;
  std::size_t count_;
  std::unordered_set<Path> many_;
};

Pairs composedPairs(const MapFunction& outer, const MapFunction& inner) {
  // The pairs of the inner map, with their targets mapped by the outer one.
  Pairs pairs;
  if (outer.hasRootIdentity() && inner.hasRootIdentity()) {
    pairs.emplace_back(Path::root(), Path::root());
  }
  for (const auto& [source, target] : inner.pairs()) {
    pairs.emplace_back(source, outer.targetFromSource(target));
  }
  // The pairs of the outer map, with their sources mapped back by the inner one.
  const KnownSources known(pairs);
  for (const auto& [source, target] : outer.pairs()) {
    const Path before = inner.sourceFromTarget(source);
    if (before.isEmpty() || known.contains(before)) continue;
    pairs.emplace_back(before, target);
  }
  return pairs;
}

// Adds pairs that block the paths which one of the two functions does not map.
void addBlocks(const MapFunction& outer, const MapFunction& inner, Pairs& pairs) {
  const KnownSources mapped(pairs);
  const auto block = [&](Path source) {
    // A block that stands twice is dropped later.
    if (!source.isEmpty() && !mapped.contains(source)) pairs.emplace_back(source, Path());
  };
  for (const auto& [source, target] : inner.pairs()) {
    if (inner.targetFromSource(target).isEmpty()) block(target);
  }
  for (const auto& [source, target] : outer.pairs()) {
    if (outer.targetFromSource(target).isEmpty()) block(inner.sourceFromTarget(target));
  }
}

}  // namespace

MapFunction compose(const MapFunction& outer, const MapFunction& inner) {
  if (outer.isIdentity()) return inner;
  if (inner.isIdentity()) return outer;
  const PairSpan outerPairs = outer.pairs();
  const PairSpan innerPairs = inner.pairs();
  // The usual case: one arc ends at the prim where the next one begins.
  if (outerPairs.size() == 1 && innerPairs.size() == 1 && !outerPairs[0].second.isEmpty() &&
      innerPairs[0].second == outerPairs[0].first) {
    Pairs pairs;
    pairs.reserve(2);
    if (outer.hasRootIdentity() && inner.hasRootIdentity()) {
      pairs.emplace_back(Path::root(), Path::root());
    }
    pairs.emplace_back(innerPairs[0].first, outerPairs[0].second);
    return MapFunction::make(std::move(pairs), compose(outer.timeOffset(), inner.timeOffset()));
  }
  return MapFunction::make(composedPairs(outer, inner),
                           compose(outer.timeOffset(), inner.timeOffset()));
}

MapFunction composeExactly(const MapFunction& outer, const MapFunction& inner) {
  if (outer.isIdentity()) return inner;
  if (inner.isIdentity()) return outer;
  Pairs pairs = composedPairs(outer, inner);
  addBlocks(outer, inner, pairs);
  return MapFunction::make(std::move(pairs), compose(outer.timeOffset(), inner.timeOffset()));
}

Path translatedFromSource(const MapFunction& map, Path source) {
  source = source.withoutVariants();
  if (map.index() == kIdentity) return source;
  if (source.kind() == Path::Kind::Target) {
    const Path property = map.targetFromSource(source.parent());
    const Path target = translatedFromSource(map, source.targetPath());
    return property.isEmpty() || target.isEmpty() ? Path() : property.target(target);
  }
  const Path above = source.isProperty() ? source.parent() : Path();
  if (above.kind() == Path::Kind::Target) {
    const Path owner = translatedFromSource(map, above);
    return owner.isEmpty() ? Path() : owner.property(source.name());
  }
  return map.targetFromSource(source);
}

}  // namespace usdscope
