// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/PrimvarPaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "engine/base/Counted.h"
#include "engine/base/Hash.h"
#include "engine/scene/NearestVertex.h"
#include "engine/scene/RigPaint.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/Primvars.h"
#include "engine/schema/SchemaNames.h"
#include "engine/value/ElementParts.h"

namespace usdscope {
namespace {

constexpr glm::vec3 kNoValue(0.28f, 0.285f, 0.305f);
constexpr glm::vec3 kNotFinite(1.0f, 0.3f, 0.8f);
constexpr float kLeastHeat = 0.001f;  // Zero has the colour of no value.
constexpr std::string_view kPrefix = "primvars:";

/// The numbers of a primvar, one per element.
struct Numbers {
  std::vector<float> values;
  bool areLengths = false;
};

template <typename T>
void addNumber(const T& item, Numbers& numbers) {
  double sum = 0.0;
  double first = 0.0;
  for (int i = 0; i < Parts<T>::kCount; ++i) {
    const auto number = numberOfPart(Parts<T>::at(item, i));
    if (!number) return;
    if (i == 0) first = *number;
    sum += *number * *number;
  }
  numbers.areLengths = Parts<T>::kCount > 1;
  numbers.values.push_back(float(numbers.areLengths ? std::sqrt(sum) : first));
}

Numbers numbersOf(const Value& value) {
  Numbers numbers;
  visitData(value, [&](const auto& data) {
    using Data = std::decay_t<decltype(data)>;
    if constexpr (requires { data.span(); }) {
      using Element = std::decay_t<decltype(data.span()[0])>;
      if constexpr (kHasNumbers<Element>) {
        for (const Element& item : data.span()) addNumber(item, numbers);
      }
    } else if constexpr (kHasNumbers<Data>) {
      addNumber(data, numbers);
    }
  });
  return numbers;
}

// Returns the mean of the values of the face corners of each point.
std::vector<float> pointMeans(std::span<const float> corners, std::span<const int> cornerPoints,
                              std::size_t pointCount) {
  std::vector<float> sums(pointCount, 0.0f);
  std::vector<float> counts(pointCount, 0.0f);
  for (std::size_t i = 0; i < std::min(corners.size(), cornerPoints.size()); ++i) {
    const auto point = static_cast<std::size_t>(cornerPoints[i]);
    if (point >= pointCount) continue;
    sums[point] += corners[i];
    counts[point] += 1.0f;
  }
  for (std::size_t i = 0; i < pointCount; ++i) sums[i] /= std::max(counts[i], 1.0f);
  return sums;
}

// Returns the curve of each point, up to the first curve that does not have its points, as
// sampleCurves() does.
std::vector<std::uint32_t> curvesOfPoints(std::span<const int> counts, std::size_t pointCount) {
  std::vector<std::uint32_t> curves;
  for (std::uint32_t i = 0; i < counts.size(); ++i) {
    const int count = counts[i];
    if (count < 0 || static_cast<std::size_t>(count) > pointCount - curves.size()) break;
    curves.insert(curves.end(), static_cast<std::size_t>(count), i);
  }
  return curves;
}

// Returns a copy in which each triangle has vertices of its own.
std::shared_ptr<Geometry> withOwnVertices(const Geometry& from) {
  auto result = std::make_shared<Geometry>(from);
  const auto spread = [&]<typename T>(const Array<T>& items) {
    std::vector<T> all;
    if (items.empty()) return items;
    all.reserve(from.indices.size());
    for (const std::uint32_t index : from.indices) all.push_back(items[index]);
    return Array<T>(std::move(all));
  };
  result->positions = spread(from.positions);
  result->normals = spread(from.normals);
  result->texCoords = spread(from.texCoords);
  result->widths = spread(from.widths);
  result->vertexPoints = spread(from.vertexPoints);
  result->colors = {};
  std::vector<std::uint32_t> indices(from.indices.size());
  for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
  result->indices = Array<std::uint32_t>(std::move(indices));
  return result;
}

/// The numbers of an item. Empty if it has none or if they do not fit.
struct VertexNumbers {
  enum class Kind {
    One,     ///< One number is for all.
    Vertex,  ///< One for each vertex.
    Index,   ///< One for each index: each triangle has numbers of its own.
  };
  Kind kind = Kind::One;
  std::vector<float> values;
  bool areLengths = false;
};

// Adds the numbers of faces or curves.
void spreadUniform(const Prim& prim, const Item& item, const Numbers& numbers, TimeCode time,
                   VertexNumbers& result) {
  const Geometry& from = *item.geometry;
  const auto numberOf = [&](std::size_t element) {
    return element < numbers.values.size() ? numbers.values[element] : NAN;
  };
  if (prim.isA(types::kCurves)) {
    const auto counts = readArray<int>(prim, geom::kCurveVertexCounts, time);
    const auto points = readArray<glm::vec3>(prim, geom::kPoints, time);
    const std::vector<std::uint32_t> curves = curvesOfPoints(counts.span(), points.size());
    result.kind = VertexNumbers::Kind::Vertex;
    for (const std::uint32_t point : from.vertexPoints) {
      result.values.push_back(point < curves.size() ? numberOf(curves[point]) : NAN);
    }
    return;
  }
  if (from.primitiveFaces.size() * 3 != from.indices.size()) return;
  if (item.skin) {
    result.kind = VertexNumbers::Kind::Vertex;
    result.values.assign(from.vertexCount(), NAN);
    for (std::size_t i = 0; i < from.indices.size(); ++i) {
      result.values[from.indices[i]] = numberOf(from.primitiveFaces[i / 3]);
    }
    return;
  }
  result.kind = VertexNumbers::Kind::Index;
  for (std::size_t i = 0; i < from.indices.size(); ++i) {
    result.values.push_back(numberOf(from.primitiveFaces[i / 3]));
  }
}

VertexNumbers numbersOf(const Prim& prim, Token name, const Item& item, TimeCode time) {
  VertexNumbers result;
  const Primvar primvar = findPrimvarWithInheritance(prim, name);
  if (!primvar.attribute) return result;
  Numbers numbers = numbersOf(flattenedPrimvar(primvar, time));
  result.areLengths = numbers.areLengths;
  if (numbers.values.empty()) return result;
  if (primvar.interpolation == geom::kConstant || numbers.values.size() == 1) {
    result.values = {numbers.values[0]};
    return result;
  }
  const Geometry& from = *item.geometry;
  if (from.vertexPoints.size() != from.vertexCount()) return result;
  if (primvar.interpolation == geom::kUniform) {
    spreadUniform(prim, item, numbers, time, result);
    return result;
  }
  const auto points = readArray<glm::vec3>(prim, geom::kPoints, time);
  if (primvar.interpolation == geom::kFaceVarying) {
    const auto corners = readArray<int>(prim, geom::kFaceVertexIndices, time);
    if (corners.size() != numbers.values.size()) return result;
    numbers.values = pointMeans(numbers.values, corners.span(), points.size());
  }
  if (numbers.values.size() < points.size()) return result;
  result.kind = VertexNumbers::Kind::Vertex;
  for (const std::uint32_t point : from.vertexPoints) {
    result.values.push_back(point < numbers.values.size() ? numbers.values[point] : NAN);
  }
  return result;
}

Token withoutPrefix(Token name) {
  const std::string& text = name.string();
  return text.starts_with(kPrefix) ? Token(text.substr(kPrefix.size())) : name;
}

// Returns the square of the distance of a point from a triangle. (Ericson, "Real-Time Collision
// Detection", 5.1.5.)
double squaredDistance(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b,
                       const glm::dvec3& c) {
  const auto fromEdge = [&](const glm::dvec3& start, const glm::dvec3& end) {
    const glm::dvec3 along = end - start;
    const double size = glm::dot(along, along);
    const double at = size > 0.0 ? std::clamp(glm::dot(p - start, along) / size, 0.0, 1.0) : 0.0;
    const glm::dvec3 beside = p - (start + at * along);
    return glm::dot(beside, beside);
  };
  const glm::dvec3 normal = glm::cross(b - a, c - a);
  const auto isInside = [&](const glm::dvec3& start, const glm::dvec3& end) {
    return glm::dot(glm::cross(end - start, p - start), normal) >= 0.0;
  };
  const double size = glm::dot(normal, normal);
  if (size > 0.0 && isInside(a, b) && isInside(b, c) && isInside(c, a)) {
    const double height = glm::dot(p - a, normal);
    return height * height / size;
  }
  return std::min({fromEdge(a, b), fromEdge(b, c), fromEdge(c, a)});
}

// Returns the first index of the triangle that is nearest to a point. Empty without triangles.
std::optional<std::size_t> nearestTriangle(const Geometry& geometry, const glm::dvec3& local) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i + 3 <= geometry.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) {
      return glm::dvec3(geometry.positions[geometry.indices[i + k]]);
    };
    const double distance = squaredDistance(local, corner(0), corner(1), corner(2));
    if (!(distance < least)) continue;
    least = distance;
    best = i;
  }
  return best;
}

}  // namespace

PrimvarPaint::PrimvarPaint(std::shared_ptr<const Stage> stage, Token name)
    : stage_(std::move(stage)), name_(withoutPrefix(name)) {}

void PrimvarPaint::include(float number) {
  if (!std::isfinite(number)) {
    ++notFinite_;
  } else if (!range_) {
    range_ = glm::vec2(number);
  } else {
    range_ = glm::vec2(std::min(range_->x, number), std::max(range_->y, number));
  }
}

glm::vec4 PrimvarPaint::colorOf(float number) const {
  if (!std::isfinite(number) || !range_) return paintColor(kNotFinite);
  const float size = range_->y - range_->x;
  const float heat = size > 0.0f ? (number - range_->x) / size : 1.0f;
  return paintColor(heatColor(std::max(heat, kLeastHeat)));
}

std::size_t PrimvarPaint::KeyHash::operator()(const Key& key) const {
  const std::size_t hash = hashCombine(std::hash<Path>()(key.path), key.isSplit ? 1u : 0u);
  return hashCombine(hash, std::hash<const void*>()(key.from));
}

std::shared_ptr<const Geometry> PrimvarPaint::colored(Path path,
                                                      const std::shared_ptr<const Geometry>& from,
                                                      bool isSplit, std::vector<glm::vec4> colors) {
  Painted& entry = painted_[{path, from.get(), isSplit}];
  entry.isUsed = true;
  if (entry.geometry && std::ranges::equal(entry.geometry->colors.span(), colors)) {
    return entry.geometry;
  }
  std::shared_ptr<Geometry> next;
  if (entry.geometry) {
    next = std::make_shared<Geometry>(*entry.geometry);
  } else {
    next = isSplit ? withOwnVertices(*from) : std::make_shared<Geometry>(*from);
  }
  next->colors = Array<glm::vec4>(std::move(colors));
  entry.from = from;
  entry.geometry = std::move(next);
  return entry.geometry;
}

std::shared_ptr<const Scene> PrimvarPaint::painted(const std::shared_ptr<const Scene>& scene) {
  auto result = std::make_shared<Scene>(*scene);
  range_.reset();
  isLength_ = false;
  notFinite_ = 0;
  for (auto& [key, entry] : painted_) entry.isUsed = false;
  // The range of all prims is known before the first is painted.
  std::vector<VertexNumbers> numbers;
  std::unordered_set<Path> missing;
  for (const Item& item : scene->items) {
    VertexNumbers& each = numbers.emplace_back();
    if (!item.geometry) continue;
    const Prim prim = stage_->primAt(item.path);
    if (prim) each = numbersOf(prim, name_, item, scene->time);
    if (each.values.empty()) missing.insert(item.path);
    isLength_ = isLength_ || each.areLengths;
    for (const float number : each.values) include(number);
  }
  missing_ = missing.size();
  std::size_t index = 0;
  for (Item& item : result->items) {
    const VertexNumbers& each = numbers[index++];
    if (!item.geometry) continue;
    item.instanceColors = {};
    if (each.kind != VertexNumbers::Kind::One) {
      std::vector<glm::vec4> colors;
      colors.reserve(each.values.size());
      for (const float number : each.values) colors.push_back(colorOf(number));
      const bool isSplit = each.kind == VertexNumbers::Kind::Index;
      item.geometry = colored(item.path, item.geometry, isSplit, std::move(colors));
    } else {
      // Prims with equal geometry share what has lost its colours.
      if (!item.geometry->colors.empty()) item.geometry = colored({}, item.geometry, false, {});
      item.color = each.values.empty() ? paintColor(kNoValue) : colorOf(each.values[0]);
    }
    item.parts = {{0, static_cast<std::uint32_t>(item.geometry->indices.size()), -1}};
  }
  std::erase_if(painted_, [](const auto& entry) { return !entry.second.isUsed; });
  return result;
}

std::string PrimvarPaint::title() const {
  return (isLength_ ? "Lengths of primvars:" : "Values of primvars:") + name_.string();
}

std::vector<PaintSwatch> PrimvarPaint::legend() const {
  std::vector<PaintSwatch> swatches;
  if (range_ && range_->x == range_->y) {
    swatches.push_back({heatColor(1.0f), fmt::format("{:.6g}", range_->x)});
  } else if (range_) {
    for (const float at : {1.0f, 0.75f, 0.5f, 0.25f, 0.0f}) {
      swatches.push_back({heatColor(std::max(at, kLeastHeat)),
                          fmt::format("{:.6g}", glm::mix(range_->x, range_->y, at))});
    }
  }
  if (notFinite_ > 0) swatches.push_back({kNotFinite, "not finite or missing"});
  if (missing_ > 0) swatches.push_back({kNoValue, "no value: " + counted(missing_, "prim")});
  return swatches;
}

std::optional<float> primvarNumberAt(const Stage& stage, Token name,
                                     const std::shared_ptr<const Scene>& scene, const Item& item,
                                     std::int32_t instance, const glm::dvec3& world) {
  const Prim prim = stage.primAt(item.path);
  if (!prim || !item.geometry) return std::nullopt;
  const VertexNumbers numbers = numbersOf(prim, withoutPrefix(name), item, scene->time);
  if (numbers.values.empty()) return std::nullopt;
  if (numbers.kind == VertexNumbers::Kind::One) return numbers.values[0];
  std::optional<std::size_t> element;
  if (numbers.kind == VertexNumbers::Kind::Index) {
    const bool isInstance = instance >= 0 && std::size_t(instance) < item.instances.size();
    const glm::dmat4& worldFromLocal =
        isInstance ? item.instances[std::size_t(instance)] : item.worldFromLocal;
    element = nearestTriangle(*item.geometry,
                              glm::dvec3(glm::inverse(worldFromLocal) * glm::dvec4(world, 1.0)));
  } else {
    NearestVertex nearest;
    element = nearest.find(scene, item, instance, world);
  }
  if (!element || *element >= numbers.values.size()) return std::nullopt;
  return numbers.values[*element];
}

}  // namespace usdscope
