// SPDX-License-Identifier: Apache-2.0
#include "engine/report/dump/Dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "engine/base/Parallel.h"
#include "engine/compose/CompositionError.h"
#include "engine/compose/LayerStack.h"
#include "engine/report/dump/DumpContext.h"
#include "engine/report/dump/DumpGeom.h"
#include "engine/stage/Property.h"

namespace usdscope {
namespace {

std::vector<double> stageTimesOf(const Stage& stage) {
  const TimeCodeRange range = stage.timeCodeRange();
  if (!range.isAuthored) return {0.0, 10.0};
  std::vector<double> times{range.start, range.start + (range.end - range.start) / 3.0,
                            (range.start + range.end) / 2.0, range.end};
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

const Layer* sessionOf(const Stage& stage) { return stage.rootLayerStack()->sessionLayer().get(); }

Json stageFacts(const DumpContext& context, std::size_t primCount) {
  const Stage& stage = context.stage;
  const TimeCodeRange range = stage.timeCodeRange();
  const Prim defaultPrim = stage.defaultPrim();

  std::vector<std::string> used;
  for (const auto& layer : stage.usedLayers()) used.push_back(context.names.layer(*layer));
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());

  Json layerStack = Json::array();
  for (const LayerStackEntry& entry : stage.rootLayerStack()->entries()) {
    layerStack.push_back(context.names.layer(*entry.layer));
  }
  std::map<std::string, int> errors;
  for (const CompositionError& error : stage.compositionErrors()) {
    ++errors[std::string(nameOf(error.kind))];
  }
  return {
      {"defaultPrim", defaultPrim ? Json(defaultPrim.path().text()) : Json()},
      {"startTimeCode", numberToJson(range.start)},
      {"endTimeCode", numberToJson(range.end)},
      {"hasAuthoredTimeCodeRange", range.isAuthored},
      {"timeCodesPerSecond", numberToJson(stage.timeCodesPerSecond())},
      {"framesPerSecond", numberToJson(stage.framesPerSecond())},
      {"upAxis", stage.upAxis().text()},
      {"metersPerUnit", numberToJson(stage.metersPerUnit())},
      {"metadata", metadataToJson(stage.pseudoRoot().authoredMetadata(), context)},
      {"layerStack", std::move(layerStack)},
      {"usedLayers", used},
      {"compositionErrors", errors},
      {"primCount", primCount},
  };
}

// The built-in properties of each combination of type and API schemas among the prims.
Json definitionsOf(std::span<const Prim> prims, const DumpContext& context) {
  Json out = Json::object();
  for (const Prim& prim : prims) {
    std::string key = prim.typeName().string();
    for (const Token schema : prim.appliedSchemas()) key += '+' + schema.string();
    if (out.contains(key)) continue;
    Json table = Json::object();
    for (const auto& [name, property] : prim.definition().properties()) {
      Json& row = table[name.string()];
      if (property->isRelationship()) {
        row = "relationship";
      } else {
        row = {property->type->name.text(),
               property->variability == Variability::Uniform ? "uniform" : "varying",
               context.json(property->fallback)};
      }
    }
    if (!table.empty()) out[key] = std::move(table);
  }
  return out;
}

// Adds to each instance the first prim of the traversal that shares its prototype.
void addSharedPrototypes(std::span<const Prim> prims, Json& entries) {
  std::unordered_map<std::uint32_t, std::string> firstInstance;
  for (std::size_t i = 0; i < prims.size(); ++i) {
    if (!prims[i].isInstance()) continue;
    const auto [first, isNew] =
        firstInstance.try_emplace(prims[i].prototype().row(), prims[i].path().text());
    entries[i]["sharesPrototypeWith"] = first->second;
  }
}

}  // namespace

DumpContext::DumpContext(const Stage& s)
    : stage(s),
      names(*s.rootLayerStack()->rootLayer(), sessionOf(s)),
      stageTimes(stageTimesOf(s)) {}

std::string timeKey(double time) { return fmt::format("{:.10g}", time == 0.0 ? 0.0 : time); }

Json metadataToJson(const std::vector<MetadataEntry>& entries, const DumpContext& context) {
  Json out = Json::object();
  for (const auto& [name, value] : entries) out[name.string()] = context.json(value);
  return out;
}

Json dumpStage(const Stage& stage, const DumpOptions& options, Diagnostics& problems) {
  const DumpContext context(stage);
  std::vector<Prim> dumped;
  std::size_t primCount = 0;
  traverse(stage.pseudoRoot(), PrimFilter::all(), [&](const Prim& prim) {
    if (primCount++ < options.maxPrims || options.maxPrims == 0) dumped.push_back(prim);
    return true;
  });
  const std::size_t count = dumped.size();

  std::vector<Json> rows(count);
  parallelFor(count, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) rows[i] = dumpPrim(dumped[i], context);
  });
  Json entries = Json::array();
  for (Json& row : rows) entries.push_back(std::move(row));
  addSharedPrototypes(dumped, entries);

  GeomDump geom(context, problems);
  for (std::size_t i = 0; i < count; ++i) {
    if (GeomDump::hasGeom(dumped[i])) entries[i]["geom"] = geom.geom(dumped[i]);
  }

  return {
      {"format", "stage-dump 1"},    {"stage", stageFacts(context, primCount)},
      {"bounds", geom.bounds()},     {"skel", dumpSkel(context, problems)},
      {"prims", std::move(entries)}, {"definitions", definitionsOf(dumped, context)},
  };
}

std::string dumpToText(const Json& document) {
  std::vector<std::string> sections;
  for (const auto& [key, content] : document.items()) {
    std::vector<std::string> lines;
    for (const auto& [name, entry] : content.items()) {
      lines.push_back(content.is_object() ? toLine(name) + ": " + toLine(entry) : toLine(entry));
    }
    const bool isList = content.is_array();
    if (content.is_structured() && !content.empty()) {
      sections.push_back(fmt::format("{}: {}\n{}\n{}", toLine(key), isList ? "[" : "{",
                                     fmt::join(lines, ",\n"), isList ? "]" : "}"));
    } else {
      sections.push_back(toLine(key) + ": " + toLine(content));
    }
  }
  return fmt::format("{{\n{}\n}}\n", fmt::join(sections, ",\n"));
}

}  // namespace usdscope
