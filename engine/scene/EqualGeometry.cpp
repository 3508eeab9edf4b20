// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/EqualGeometry.h"

#include <functional>

#include "engine/base/Hash.h"

namespace usdscope {
namespace {

// The largest number of entries with one hash that are compared. It limits the cost of many meshes
// that have the same hash but differ.
constexpr int kMostCompared = 16;

template <typename T>
std::size_t hashOf(const T& v) {
  if constexpr (requires { v.length(); }) {
    std::size_t hash = 0;
    for (int i = 0; i < v.length(); ++i) hash = hashCombine(hash, std::hash<float>()(v[i]));
    return hash;
  } else {
    return std::hash<T>()(v);
  }
}

// Hashes the size and a few elements.
template <typename T>
std::size_t hashSome(std::size_t seed, const Array<T>& items) {
  constexpr std::size_t kStops = 8;
  seed = hashCombine(seed, items.size());
  for (std::size_t i = 0; i < kStops && !items.empty(); ++i) {
    seed = hashCombine(seed, hashOf(items[(items.size() - 1) * i / (kStops - 1)]));
  }
  return seed;
}

std::size_t hashOf(const MeshInput& input) {
  std::size_t hash = hashSome(0, input.points);
  hash = hashSome(hash, input.faceVertexIndices);
  hash = hashSome(hash, input.normals.values);
  hash = hashSome(hash, input.texCoords.values);
  hash = hashSome(hash, input.colors.values);
  return hashSome(hash, input.opacities.values);
}

std::size_t hashOf(const Geometry& geometry) {
  return hashSome(hashSome(0, geometry.positions), geometry.colors);
}

// Returns an entry that `isEqual` accepts, or null.
template <typename Map, typename IsEqual>
auto* findEqual(Map& known, std::size_t hash, IsEqual isEqual) {
  auto [it, end] = known.equal_range(hash);
  for (int i = 0; it != end && i < kMostCompared; ++it, ++i) {
    if (isEqual(it->second)) return &it->second;
  }
  return static_cast<decltype(&it->second)>(nullptr);
}

template <typename Map, typename T>
std::shared_ptr<const T> firstEqual(Map& known, std::size_t hash, std::shared_ptr<const T> made) {
  const auto isEqual = [&](const std::shared_ptr<const T>& other) { return *other == *made; };
  if (const auto* found = findEqual(known, hash, isEqual)) return *found;
  known.emplace(hash, made);
  return made;
}

}  // namespace

std::shared_ptr<BuiltMesh> EqualGeometry::mesh(const std::shared_ptr<const MeshInput>& input,
                                               bool& isFirst) {
  const std::size_t hash = hashOf(*input);
  const auto isEqual = [&](const KnownMesh& other) { return *other.input == *input; };
  const KnownMesh* found = findEqual(meshes_, hash, isEqual);
  isFirst = !found;
  if (found) return found->built;
  auto built = std::make_shared<BuiltMesh>();
  meshes_.emplace(hash, KnownMesh{input, built});
  return built;
}

std::shared_ptr<const Geometry> EqualGeometry::geometry(std::shared_ptr<const Geometry> geometry) {
  const std::size_t hash = hashOf(*geometry);
  return firstEqual(geometries_, hash, std::move(geometry));
}

std::shared_ptr<const Skin> EqualGeometry::skin(std::shared_ptr<const Skin> skin,
                                                const std::shared_ptr<const Geometry>& geometry) {
  // Drawables of different geometry have different skins.
  const std::size_t hash = std::hash<const Geometry*>()(geometry.get());
  return firstEqual(skins_, hash, std::move(skin));
}

void EqualGeometry::forget() {
  meshes_.clear();
  geometries_.clear();
  skins_.clear();
}

}  // namespace usdscope
