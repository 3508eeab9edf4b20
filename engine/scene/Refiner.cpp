// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/detail/Refiner.h"

#include <fmt/format.h>
#include <opensubdiv/far/error.h>
#include <opensubdiv/far/stencilTableFactory.h>
#include <opensubdiv/far/topologyDescriptor.h>
#include <opensubdiv/far/topologyRefinerFactory.h>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace usdscope {
namespace {

namespace Far = OpenSubdiv::Far;
namespace Sdc = OpenSubdiv::Sdc;
using Descriptor = Far::TopologyDescriptor;
using Factory = Far::TopologyRefinerFactory<Descriptor>;
// The factory without `Real` casts its tables to a class that they are not.
using StencilTable = Far::StencilTableReal<float>;
using StencilFactory = Far::StencilTableFactoryReal<float>;

// OpenSubdiv reports errors to one function of the process, on the thread that calls it.
thread_local std::string reportedError;

void captureErrors() {
  static std::once_flag isSet;
  std::call_once(isSet, [] {
    Far::SetErrorCallback([](Far::ErrorType, const char* text) { reportedError = text; });
    Far::SetWarningCallback([](const char*) {});
  });
}

Sdc::SchemeType schemeOf(const Subdivision& subdivision) {
  switch (subdivision.scheme) {
    case SubdivisionScheme::Loop:
      return Sdc::SCHEME_LOOP;
    case SubdivisionScheme::Bilinear:
      return Sdc::SCHEME_BILINEAR;
    default:
      return Sdc::SCHEME_CATMARK;
  }
}

Sdc::Options optionsOf(const Subdivision& subdivision) {
  // The enumerators of both libraries have the same order.
  static_assert(static_cast<int>(BoundaryInterpolation::EdgeAndCorner) ==
                Sdc::Options::VTX_BOUNDARY_EDGE_AND_CORNER);
  static_assert(static_cast<int>(LinearInterpolation::All) == Sdc::Options::FVAR_LINEAR_ALL);
  Sdc::Options options;
  options.SetVtxBoundaryInterpolation(
      static_cast<Sdc::Options::VtxBoundaryInterpolation>(subdivision.boundary));
  options.SetFVarLinearInterpolation(
      static_cast<Sdc::Options::FVarLinearInterpolation>(subdivision.faceVarying));
  options.SetTriangleSubdivision(subdivision.hasSmoothTriangles ? Sdc::Options::TRI_SUB_SMOOTH
                                                                : Sdc::Options::TRI_SUB_CATMARK);
  return options;
}

// The creases, corners and holes of a mesh that can be used.
class Tags {
 public:
  Tags(const MeshInput& input, std::string& problem)
      : rules_(input.subdivision), pointCount_(input.points.size()), problem_(problem) {
    readCreases();
    readCorners();
    const auto faceCount = static_cast<int>(input.faceVertexCounts.size());
    std::ranges::copy_if(input.holeIndices, std::back_inserter(holes_),
                         [&](int face) { return face >= 0 && face < faceCount; });
  }

  void describe(Descriptor& descriptor) const {
    descriptor.numCreases = static_cast<int>(edgeSharpnesses_.size());
    descriptor.creaseVertexIndexPairs = edges_.data();
    descriptor.creaseWeights = edgeSharpnesses_.data();
    descriptor.numCorners = static_cast<int>(corners_.size());
    descriptor.cornerVertexIndices = corners_.data();
    descriptor.cornerWeights = cornerSharpnesses_.data();
    descriptor.numHoles = static_cast<int>(holes_.size());
    descriptor.holeIndices = holes_.data();
  }

 private:
  bool isPoint(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < pointCount_;
  }
  void report(std::string sentence) {
    if (problem_.empty()) problem_ = std::move(sentence);
  }

  void readCreases() {
    std::size_t pointCount = 0, edgeCount = 0;
    for (const int length : rules_.creaseLengths) {
      const auto points = static_cast<std::size_t>(std::max(length, 0));
      pointCount += points;
      edgeCount += points > 0 ? points - 1 : 0;
    }
    const std::size_t creaseCount = rules_.creaseLengths.size();
    const std::size_t sharpnessCount = rules_.creaseSharpnesses.size();
    const bool isPerCrease = sharpnessCount == creaseCount;
    if (pointCount != rules_.creaseIndices.size() ||
        (!isPerCrease && sharpnessCount != edgeCount)) {
      report(fmt::format(
          "Its {} creases have {} points and {} sharpnesses, which do not match; they are ignored.",
          creaseCount, rules_.creaseIndices.size(), sharpnessCount));
      return;
    }
    std::size_t at = 0, edge = 0;
    bool hasBadEdges = false;
    for (std::size_t crease = 0; crease < creaseCount; ++crease) {
      const auto length = static_cast<std::size_t>(std::max(rules_.creaseLengths[crease], 0));
      for (std::size_t i = 1; i < length; ++i, ++edge) {
        const int from = rules_.creaseIndices[at + i - 1];
        const int to = rules_.creaseIndices[at + i];
        const float sharpness = rules_.creaseSharpnesses[isPerCrease ? crease : edge];
        const bool isGood = isPoint(from) && isPoint(to) && from != to && std::isfinite(sharpness);
        hasBadEdges = hasBadEdges || !isGood;
        if (!isGood) continue;
        edges_.insert(edges_.end(), {from, to});
        edgeSharpnesses_.push_back(limited(sharpness));
      }
      at += length;
    }
    if (hasBadEdges) {
      report("Some creases name points that are not there, or have no finite sharpness.");
    }
  }

  void readCorners() {
    if (rules_.cornerIndices.size() != rules_.cornerSharpnesses.size()) {
      return report(fmt::format("Its {} sharp corners have {} sharpnesses; they are ignored.",
                                rules_.cornerIndices.size(), rules_.cornerSharpnesses.size()));
    }
    for (std::size_t i = 0; i < rules_.cornerIndices.size(); ++i) {
      if (!isPoint(rules_.cornerIndices[i]) || !std::isfinite(rules_.cornerSharpnesses[i])) {
        report("Some sharp corners name points that are not there, or have no finite sharpness.");
        continue;
      }
      corners_.push_back(rules_.cornerIndices[i]);
      cornerSharpnesses_.push_back(limited(rules_.cornerSharpnesses[i]));
    }
  }

  static float limited(float sharpness) {
    return std::clamp(sharpness, Sdc::Crease::SHARPNESS_SMOOTH, Sdc::Crease::SHARPNESS_INFINITE);
  }

  const Subdivision& rules_;
  std::size_t pointCount_;
  std::string& problem_;
  std::vector<int> edges_, corners_, holes_;
  std::vector<float> edgeSharpnesses_, cornerSharpnesses_;
};

template <typename SourceOf>
Stencils stencilsOf(const StencilTable& table, SourceOf sourceOf) {
  const std::vector<int>& sizes = table.GetSizes();
  std::vector<std::uint32_t> firsts{0};
  firsts.reserve(sizes.size() + 1);
  for (const int size : sizes) firsts.push_back(firsts.back() + static_cast<std::uint32_t>(size));
  std::vector<std::uint32_t> sources;
  sources.reserve(firsts.back());
  for (std::size_t i = 0; i < firsts.back(); ++i) {
    sources.push_back(sourceOf(static_cast<std::size_t>(table.GetControlIndices()[i])));
  }
  const std::vector<float>& all = table.GetWeights();
  std::vector<float> weights(all.begin(), all.begin() + firsts.back());
  return {Array<std::uint32_t>(std::move(firsts)), Array<std::uint32_t>(std::move(sources)),
          Array<float>(std::move(weights))};
}

std::unique_ptr<const StencilTable> makeTable(const Far::TopologyRefiner& refiner,
                                              StencilFactory::Mode mode, int channel) {
  StencilFactory::Options options;
  options.interpolationMode = static_cast<unsigned>(mode) & 0x3u;
  options.generateIntermediateLevels = false;
  options.maxLevel = static_cast<unsigned>(refiner.GetMaxLevel()) & 0xFu;
  options.fvarChannel = static_cast<unsigned>(channel);
  return std::unique_ptr<const StencilTable>(StencilFactory::Create(refiner, options));
}

}  // namespace

CornerValues numberCornerValues(const MeshInput& input, const Array<int>& indices) {
  const std::size_t cornerCount = input.faceVertexIndices.size();
  CornerValues result;
  result.numbers.resize(cornerCount);
  if (indices.size() < cornerCount) {
    result.corners.resize(cornerCount);
    for (std::size_t i = 0; i < cornerCount; ++i) {
      result.numbers[i] = static_cast<int>(i);
      result.corners[i] = static_cast<std::uint32_t>(i);
    }
    return result;
  }
  // The values of each point are a chain.
  std::vector<int> firstOfPoint(input.points.size(), -1);
  std::vector<int> nextOfValue;
  for (std::size_t i = 0; i < cornerCount; ++i) {
    const int point = input.faceVertexIndices[i];
    if (point < 0 || static_cast<std::size_t>(point) >= firstOfPoint.size()) continue;
    int& first = firstOfPoint[static_cast<std::size_t>(point)];
    int value = first;
    while (value >= 0) {
      if (indices[result.corners[static_cast<std::size_t>(value)]] == indices[i]) break;
      value = nextOfValue[static_cast<std::size_t>(value)];
    }
    if (value < 0) {
      value = static_cast<int>(result.corners.size());
      result.corners.push_back(static_cast<std::uint32_t>(i));
      nextOfValue.push_back(first);
      first = value;
    }
    result.numbers[i] = value;
  }
  return result;
}

RefinerPointer refineTopology(const MeshInput& input, int level,
                              const std::vector<const CornerValues*>& channels,
                              std::string& problem) {
  captureErrors();
  std::vector<Descriptor::FVarChannel> described;
  for (const CornerValues* values : channels) {
    Descriptor::FVarChannel& channel = described.emplace_back();
    channel.numValues = static_cast<int>(values->corners.size());
    channel.valueIndices = values->numbers.data();
  }
  Descriptor descriptor;
  descriptor.numVertices = static_cast<int>(input.points.size());
  descriptor.numFaces = static_cast<int>(input.faceVertexCounts.size());
  descriptor.numVertsPerFace = input.faceVertexCounts.data();
  descriptor.vertIndicesPerFace = input.faceVertexIndices.data();
  descriptor.numFVarChannels = static_cast<int>(described.size());
  descriptor.fvarChannels = described.data();
  const Tags tags(input, problem);
  tags.describe(descriptor);

  reportedError.clear();
  RefinerPointer refiner(Factory::Create(
      descriptor, Factory::Options(schemeOf(input.subdivision), optionsOf(input.subdivision))));
  if (refiner) refiner->RefineUniform(Far::TopologyRefiner::UniformOptions(level));
  if (refiner && reportedError.empty()) return refiner;
  problem = fmt::format("It cannot be subdivided, so its cage is drawn: {}", reportedError);
  return nullptr;
}

Stencils pointStencils(const Far::TopologyRefiner& refiner, bool isVarying) {
  const auto table = makeTable(
      refiner, isVarying ? StencilFactory::INTERPOLATE_VARYING : StencilFactory::INTERPOLATE_VERTEX,
      0);
  return stencilsOf(*table, [](std::size_t point) { return static_cast<std::uint32_t>(point); });
}

Stencils cornerStencils(const Far::TopologyRefiner& refiner, int channel,
                        const CornerValues& values) {
  const auto table = makeTable(refiner, StencilFactory::INTERPOLATE_FACE_VARYING, channel);
  return stencilsOf(*table, [&](std::size_t value) { return values.corners[value]; });
}

}  // namespace usdscope
