// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/CrateInfo.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/Header.h"
#include "engine/format/usdc/PathTree.h"
#include "engine/format/usdc/Tables.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/format/usdc/ValueRep.h"

namespace usdscope {
namespace {

using namespace usdc;

std::string typeText(ValueRep rep) {
  static constexpr std::string_view kNames[] = {"?",
                                                "bool",
                                                "uchar",
                                                "int",
                                                "uint",
                                                "int64",
                                                "uint64",
                                                "half",
                                                "float",
                                                "double",
                                                "string",
                                                "token",
                                                "asset",
                                                "matrix2d",
                                                "matrix3d",
                                                "matrix4d",
                                                "quatd",
                                                "quatf",
                                                "quath",
                                                "double2",
                                                "float2",
                                                "half2",
                                                "int2",
                                                "double3",
                                                "float3",
                                                "half3",
                                                "int3",
                                                "double4",
                                                "float4",
                                                "half4",
                                                "int4",
                                                "dictionary",
                                                "token list op",
                                                "string list op",
                                                "path list op",
                                                "reference list op",
                                                "int list op",
                                                "int64 list op",
                                                "uint list op",
                                                "uint64 list op",
                                                "paths",
                                                "tokens",
                                                "specifier",
                                                "permission",
                                                "variability",
                                                "variant selections",
                                                "time samples",
                                                "payload",
                                                "doubles",
                                                "layer offsets",
                                                "strings",
                                                "block",
                                                "value",
                                                "unregistered",
                                                "unregistered list op",
                                                "payload list op",
                                                "timecode",
                                                "pathExpression",
                                                "relocates",
                                                "spline",
                                                "animation block",
                                                "duration"};
  const auto number = static_cast<std::size_t>(rep.type());
  std::string text(kNames[number < std::size(kNames) ? number : 0]);
  if (rep.isArray()) text += "[]";
  if (rep.isArrayEdit()) text += "[] edit";
  return text;
}

std::string_view specText(std::uint32_t type) {
  switch (static_cast<SpecType>(type)) {
    case SpecType::Attribute:
      return "attribute";
    case SpecType::Prim:
      return "prim";
    case SpecType::PseudoRoot:
      return "pseudo-root";
    case SpecType::Relationship:
      return "relationship";
    case SpecType::Variant:
      return "variant";
    case SpecType::VariantSet:
      return "variant set";
  }
  return "other";
}

bool liesInFile(ValueRep rep) { return !rep.isInlined() && rep.payload() != 0; }

class Inspection {
 public:
  Inspection(const FileBytes& bytes, CrateProblem& problem)
      : bytes_(bytes.span()), problem_(problem) {}

  bool read() {
    std::size_t repairedCount = 0;
    return readHeader(bytes_, header_, problem_) &&
           readTokens(bytes_, header_, tokens_, repairedCount, problem_) &&
           readStrings(bytes_, header_, tokens_.size(), strings_, problem_) &&
           readFields(bytes_, header_, tokens_.size(), fields_, problem_) &&
           readSpecs(bytes_, header_, specs_, problem_) &&
           tree_.read(bytes_, header_, tokens_, paths_, problem_);
  }

  CrateInfo info(std::size_t mostFields) {
    CrateInfo info;
    info.version = fmt::format("{}.{}.{}", header_.version.major, header_.version.minor,
                               header_.version.patch);
    info.byteSize = bytes_.size();
    addSections(info);
    info.tokenCount = tokens_.size();
    info.stringCount = strings_.size();
    info.fieldCount = fields_.names.size();
    info.fieldSetCount = static_cast<std::size_t>(std::ranges::count(fields_.sets, kSetEnd));
    info.pathCount = paths_.size();
    for (const std::uint32_t type : specs_.types) ++info.specCounts[std::string(specText(type))];
    addCosts(info, mostFields);
    return info;
  }

 private:
  void addSections(CrateInfo& info) {
    const std::pair<const char*, CrateSection> sections[] = {
        {"TOKENS", header_.tokens},       {"STRINGS", header_.strings}, {"FIELDS", header_.fields},
        {"FIELDSETS", header_.fieldSets}, {"PATHS", header_.paths},     {"SPECS", header_.specs}};
    for (const auto& [name, section] : sections) {
      info.sections.push_back({name, section.begin, section.byteSize});
    }
    std::ranges::sort(info.sections, {}, &CrateInfo::Section::begin);
    constexpr std::uint64_t kBootstrapSize = 88;
    valuesEnd_ = std::max(info.sections.front().begin, kBootstrapSize);
    info.sections.insert(info.sections.begin(),
                         {"VALUES", kBootstrapSize, valuesEnd_ - kBootstrapSize});
  }

  // Visits the reps in time samples: that of the times, and those of the values.
  void gatherSamples(ValueRep rep, std::vector<ValueRep>& reps) const {
    ByteCursor in(bytes_, rep.payload());
    in.seekRelative();
    reps.push_back({in.read<std::uint64_t>()});
    in.seekRelative();
    const auto count = in.read<std::uint64_t>();
    if (in.hasFailed() || count > in.remaining() / sizeof(std::uint64_t)) return;
    for (std::uint64_t i = 0; i < count; ++i) reps.push_back({in.read<std::uint64_t>()});
  }

  // Adds the offset of the value, and of nested values.
  std::vector<std::uint64_t> placesOf(ValueRep rep) const {
    std::vector<std::uint64_t> places;
    if (!liesInFile(rep)) return places;
    places.push_back(rep.payload());
    if (rep.type() != CrateType::TimeSamples || rep.isArray()) return places;
    std::vector<ValueRep> inside;
    gatherSamples(rep, inside);
    for (const ValueRep value : inside) {
      if (liesInFile(value)) places.push_back(value.payload());
    }
    return places;
  }

  void addCosts(CrateInfo& info, std::size_t mostFields) {
    std::vector<std::uint64_t> starts{valuesEnd_};
    for (const std::uint64_t value : fields_.values) {
      const auto places = placesOf({value});
      starts.insert(starts.end(), places.begin(), places.end());
    }
    std::ranges::sort(starts);
    starts.erase(std::ranges::unique(starts).begin(), starts.end());
    std::vector<char> isCounted(starts.size());

    std::vector<std::pair<std::uint64_t, std::uint32_t>> costs;
    for (std::uint32_t field = 0; field < fields_.values.size(); ++field) {
      const ValueRep rep{fields_.values[field]};
      std::uint64_t cost = 0;
      for (const std::uint64_t place : placesOf(rep)) {
        const auto at =
            static_cast<std::size_t>(std::ranges::lower_bound(starts, place) - starts.begin());
        if (at + 1 >= starts.size() || isCounted[at]) continue;
        isCounted[at] = 1;
        cost += starts[at + 1] - place;
      }
      CrateInfo::TypeCost& type = info.types[typeText(rep)];
      ++type.count;
      type.byteSize += cost;
      costs.emplace_back(cost, field);
    }
    const std::size_t count = std::min(mostFields, costs.size());
    std::ranges::partial_sort(costs, costs.begin() + static_cast<std::ptrdiff_t>(count),
                              [](const auto& a, const auto& b) {
                                return a.first != b.first ? a.first > b.first : a.second < b.second;
                              });
    costs.resize(count);
    addFields(info, costs);
  }

  void addFields(CrateInfo& info,
                 const std::vector<std::pair<std::uint64_t, std::uint32_t>>& costs) const {
    std::map<std::uint32_t, std::size_t> rowByField;
    for (const auto& [cost, field] : costs) {
      rowByField[field] = info.costliest.size();
      info.costliest.push_back({.path = {},
                                .field = tokens_[fields_.names[field]].string(),
                                .type = typeText({fields_.values[field]}),
                                .byteSize = cost});
    }
    for (std::size_t spec = 0; spec < specs_.paths.size(); ++spec) {
      for (std::size_t i = specs_.fieldSets[spec];
           i < fields_.sets.size() && fields_.sets[i] != kSetEnd; ++i) {
        const auto row = rowByField.find(fields_.sets[i]);
        if (row == rowByField.end()) continue;
        CrateInfo::FieldCost& cost = info.costliest[row->second];
        if (cost.specCount++ == 0) cost.path = paths_.path(specs_.paths[spec]).text();
      }
    }
  }

  std::span<const std::byte> bytes_;
  CrateProblem& problem_;
  CrateHeader header_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> strings_;
  FieldTables fields_;
  SpecTable specs_;
  PathTree tree_;
  PathTable paths_;
  std::uint64_t valuesEnd_ = 0;
};

}  // namespace

std::optional<CrateInfo> inspectCrate(const FileBytes& bytes, const std::string& identifier,
                                      std::size_t mostFields, Diagnostics& diagnostics) {
  CrateProblem problem;
  Inspection inspection(bytes, problem);
  if (inspection.read()) return inspection.info(mostFields);
  diagnostics.report(kInvalidCrate, {.layer = identifier, .byteOffset = problem.byteOffset},
                     std::move(problem.message));
  return std::nullopt;
}

}  // namespace usdscope
