// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "engine/check/detail/Names.h"
#include "engine/check/detail/RuleList.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"

namespace usdscope::detail {
namespace {

using IndexPair = std::pair<int, int>;

/// The subsets of one family on a prim. (UsdGeomSubset::ValidateFamily.)
struct Family {
  Token name;
  Token type;  ///< `partition`, `nonOverlapping` or `unrestricted`.
  Token elementType;
  std::vector<Prim> subsets;

  bool isRestricted() const { return type != names::kUnrestricted; }
};

Token readToken(const Prim& prim, Token attribute) {
  return readValue<Token>(prim, attribute).value_or(Token());
}

bool isSubsetCounted(const Prim& child) {
  return child.isA(types::kGeomSubset) && child.isActive() && child.isLoaded() &&
         !child.isAbstract() && child.specifier() != Specifier::Over;
}

Token familyTypeOf(const Prim& geometry, Token family) {
  const Token type =
      readToken(geometry, Token(fmt::format("subsetFamily:{}:familyType", family.text())));
  return type.isEmpty() ? names::kUnrestricted : type;
}

// Returns the families with a name, sorted by it. The children of an instance do not belong to it.
std::map<std::string_view, Family> familiesOf(const Prim& geometry) {
  std::map<std::string_view, Family> families;
  if (geometry.isInstance()) return families;
  for (const Prim& child : geometry.children()) {
    if (!isSubsetCounted(child)) continue;
    const Token name = readToken(child, names::kFamilyName);
    if (!name.isEmpty()) families[name.text()].subsets.push_back(child);
  }
  for (auto& [text, family] : families) {
    family.name = Token(text);
    family.type = familyTypeOf(geometry, family.name);
    family.elementType = readToken(family.subsets.front(), geom::kElementType);
  }
  return families;
}

bool hasElements(const Prim& geometry, Token type) {
  if (type == names::kPoint) return geometry.isA(types::kPointBased);
  if (type == geom::kFace) return geometry.isA(types::kMesh) || geometry.isA(types::kTetMesh);
  if (type == names::kEdge) return geometry.isA(types::kMesh);
  if (type == names::kSegment) return geometry.isA(types::kBasisCurves);
  if (type == names::kTetrahedron) return geometry.isA(types::kTetMesh);
  return false;
}

IndexPair ordered(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

std::set<IndexPair> edgesOf(const Prim& mesh, TimeCode time) {
  std::set<IndexPair> edges;
  const auto counts = readValue<Array<int>>(mesh, geom::kFaceVertexCounts, time);
  const auto indices = readValue<Array<int>>(mesh, geom::kFaceVertexIndices, time);
  if (!counts || !indices) return edges;
  std::size_t first = 0;
  for (const int count : *counts) {
    const auto corners = static_cast<std::size_t>(std::max(count, 0));
    if (corners > indices->size() - first) break;  // The mesh is malformed from here on.
    for (std::size_t i = 0; i < corners; ++i) {
      edges.insert(ordered((*indices)[first + i], (*indices)[first + (i + 1) % corners]));
    }
    first += corners;
  }
  return edges;
}

// Returns the number of segments of each curve; empty if a property has an unknown value.
// (UsdGeomBasisCurves::ComputeSegmentCounts.)
std::vector<int> segmentsOf(const Prim& curves, TimeCode time) {
  const auto counts = readValue<Array<int>>(curves, geom::kCurveVertexCounts, time);
  if (!counts) return {};
  const Token type = readToken(curves, geom::kType);
  const Token wrap = readToken(curves, geom::kWrap);
  const Token basis = readToken(curves, geom::kBasis);
  const bool isPeriodic = wrap == geom::kPeriodic;
  std::vector<int> segments;
  for (const int count : *counts) {
    if (type == geom::kLinear) {
      segments.push_back(isPeriodic ? count : count - 1);
    } else if (type != names::kCubic) {
      return {};
    } else if (basis == names::kBezier) {
      segments.push_back(isPeriodic ? count / 3 : (count - 4) / 3 + 1);
    } else if (basis == geom::kBSpline || basis == geom::kCatmullRom) {
      segments.push_back(isPeriodic ? count : count - (wrap == geom::kPinned ? 1 : 3));
    } else {
      return {};
    }
  }
  return segments;
}

template <typename T>
std::size_t sizeOf(const Prim& prim, Token attribute, TimeCode time) {
  const auto values = readValue<Array<T>>(prim, attribute, time);
  return values ? values->size() : 0;
}

std::size_t countElements(const Prim& geometry, Token type, TimeCode time) {
  if (type == names::kPoint) return sizeOf<glm::vec3>(geometry, geom::kPoints, time);
  if (type == names::kEdge) return edgesOf(geometry, time).size();
  if (type == names::kTetrahedron) {
    return sizeOf<glm::ivec4>(geometry, names::kTetVertexIndices, time);
  }
  if (type == names::kSegment) {
    const std::vector<int> segments = segmentsOf(geometry, time);
    return static_cast<std::size_t>(
        std::max(std::accumulate(segments.begin(), segments.end(), 0), 0));
  }
  return geometry.isA(types::kMesh)
             ? sizeOf<int>(geometry, geom::kFaceVertexCounts, time)
             : sizeOf<glm::ivec3>(geometry, geom::kSurfaceFaceVertexIndices, time);
}

bool isCountVarying(const Prim& geometry, Token type) {
  const auto varies = [&](Token name) {
    const Attribute attribute = geometry.attribute(name);
    return attribute && attribute.mightBeTimeVarying();
  };
  if (type == names::kPoint) return varies(geom::kPoints);
  if (type == names::kTetrahedron) return varies(names::kTetVertexIndices);
  if (type == names::kSegment) return varies(geom::kCurveVertexCounts);
  if (type == names::kEdge) {
    return varies(geom::kFaceVertexCounts) || varies(geom::kFaceVertexIndices);
  }
  return varies(geometry.isA(types::kMesh) ? geom::kFaceVertexCounts
                                           : geom::kSurfaceFaceVertexIndices);
}

Array<int> indicesOf(const Prim& subset, TimeCode time) {
  return readValue<Array<int>>(subset, geom::kIndices, time).value_or(Array<int>());
}

/// A sentence about a family, without its subject, and the time of the fault.
struct FamilyFault {
  std::string text;
  TimeCode time;
};

std::optional<std::string> faultOfSingles(const Family& family, TimeCode time, std::size_t count) {
  std::set<int> used;
  for (const Prim& subset : family.subsets) {
    for (const int index : indicesOf(subset, time)) {
      if (!used.insert(index).second && family.isRestricted()) {
        return fmt::format("index {} appears more than once, the second time in <{}>", index,
                           subset.path().text());
      }
    }
  }
  if (family.type == names::kPartition && used.size() != count) {
    return fmt::format("a partition must have each of the {} elements, but it has {}", count,
                       used.size());
  }
  if (used.empty()) return std::nullopt;
  if (*used.begin() < 0) return fmt::format("index {} is negative", *used.begin());
  const int last = *used.rbegin();
  if (count > 0 && static_cast<std::size_t>(last) >= count) {
    return fmt::format("index {} is too large for {} elements", last, count);
  }
  return std::nullopt;
}

// Edges are pairs of points; segments are a curve and the number of the segment in it.
std::optional<std::string> faultOfPairs(const Prim& geometry, const Family& family, TimeCode time,
                                        std::size_t count) {
  const bool isEdge = family.elementType == names::kEdge;
  std::set<IndexPair> used;
  for (const Prim& subset : family.subsets) {
    const Array<int> indices = indicesOf(subset, time);
    if (indices.size() % 2 != 0) {
      return fmt::format("<{}> has an odd number of indices, but two make an element",
                         subset.path().text());
    }
    for (std::size_t i = 0; i + 1 < indices.size(); i += 2) {
      const IndexPair pair =
          isEdge ? ordered(indices[i], indices[i + 1]) : IndexPair(indices[i], indices[i + 1]);
      if (pair.first < 0 || pair.second < 0) {
        return fmt::format("index {} is negative", std::min(pair.first, pair.second));
      }
      if (!used.insert(pair).second && family.isRestricted()) {
        return fmt::format("({}, {}) appears more than once, the second time in <{}>", pair.first,
                           pair.second, subset.path().text());
      }
    }
  }
  if (family.type == names::kPartition && used.size() != count) {
    return fmt::format("a partition must have each of the {} elements, but it has {}", count,
                       used.size());
  }
  if (isEdge) {
    const std::set<IndexPair> edges = edgesOf(geometry, time);
    for (const IndexPair& pair : used) {
      if (edges.contains(pair)) continue;
      return fmt::format("the mesh has no edge ({}, {})", pair.first, pair.second);
    }
    return std::nullopt;
  }
  const std::vector<int> segments = segmentsOf(geometry, time);
  for (const auto& [curve, segment] : used) {
    const auto at = static_cast<std::size_t>(curve);
    if (at < segments.size() && segment < segments[at]) continue;
    return fmt::format("there is no segment {} on curve {}", segment, curve);
  }
  return std::nullopt;
}

std::optional<FamilyFault> faultOf(const Prim& geometry, const Family& family) {
  const Token type = family.elementType;
  if (!hasElements(geometry, type)) {
    return FamilyFault{
        fmt::format("a {} has no elements of type `{}`", geometry.typeName().text(), type.text()),
        {}};
  }
  for (const Prim& subset : family.subsets) {
    const Token own = readToken(subset, geom::kElementType);
    if (own == type) continue;
    return FamilyFault{fmt::format("<{}> has elements of type `{}`, others of type `{}`",
                                   subset.path().text(), own.text(), type.text()),
                       {}};
  }
  const bool isVarying = isCountVarying(geometry, type);
  const std::size_t earliestCount = countElements(geometry, type, TimeCode::earliest());
  if (!isVarying && earliestCount == 0) return FamilyFault{"the geometry has no elements", {}};

  std::set<double> samples;
  for (const Prim& subset : family.subsets) {
    const auto own = subset.attribute(geom::kIndices).timeSamples();
    samples.insert(own.begin(), own.end());
  }
  std::vector<TimeCode> times{TimeCode()};
  times.insert(times.end(), samples.begin(), samples.end());
  bool hasIndices = false;
  for (const TimeCode time : times) {
    const bool isUsed = std::ranges::any_of(
        family.subsets, [&](const Prim& subset) { return !indicesOf(subset, time).empty(); });
    hasIndices |= isUsed;
    const std::size_t count = isVarying ? countElements(geometry, type, time) : earliestCount;
    if (isUsed && count == 0) {
      return FamilyFault{"it has indices while the geometry has no elements", time};
    }
    const bool isPaired = type == names::kEdge || type == names::kSegment;
    const auto fault = isPaired ? faultOfPairs(geometry, family, time, count)
                                : faultOfSingles(family, time, count);
    if (fault) return FamilyFault{*fault, time};
  }
  if (!hasIndices) return FamilyFault{"its subsets have no indices", {}};
  return std::nullopt;
}

bool hasMaterialBinding(const Prim& prim) {
  return std::ranges::any_of(prim.propertyNames(), [&](Token name) {
    return name.text().starts_with(shade::kMaterialBinding.text()) && prim.relationship(name);
  });
}

}  // namespace

void checkSubsetFamilies(const CheckedStage&, const Prim& prim, Reporter& report) {
  for (const auto& [name, family] : familiesOf(prim)) {
    const std::optional<FamilyFault> fault = faultOf(prim, family);
    if (!fault) continue;
    Finding& finding =
        report.error("InvalidSubsetFamily", prim.path(),
                     fmt::format("The subset family `{}` is invalid: {}.", name, fault->text));
    if (fault->time.isNumeric()) finding.time = fault->time.time();
  }
}

void checkSubsetFamilyName(const CheckedStage&, const Prim& subset, Reporter& report) {
  if (!hasMaterialBinding(subset)) return;
  if (subset.attribute(names::kFamilyName).hasAuthoredValue()) return;
  report.error("MissingFamilyNameOnGeomSubset", subset.path(),
               "The subset has a material; its familyName must be `materialBind`.");
}

void checkMaterialFamily(const CheckedStage&, const Prim& prim, Reporter& report) {
  const auto families = familiesOf(prim);
  const auto found = families.find(names::kMaterialBind.text());
  if (found == families.end() || found->second.isRestricted()) return;
  report.error("InvalidFamilyType", prim.path(),
               "The family type of `materialBind` is `unrestricted`; an element has one material, "
               "so it must be `nonOverlapping` or `partition`.");
}

}  // namespace usdscope::detail
