// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "engine/report/statistics/SceneInventory.h"
#include "engine/report/text/LayerNames.h"

namespace usdscope {
namespace {

Json inventoryRow(const StatisticsRow& row) {
  return {{"prims", row.prims},
          {"instanced", row.instanced},
          {"animatedPrims", row.animatedPrims},
          {"attributes", row.attributes},
          {"animatedAttributes", row.animatedAttributes},
          {"meshes", row.meshes},
          {"points", row.points},
          {"faces", row.faces},
          {"pointInstances", row.pointInstances}};
}

constexpr std::array<std::string_view, kStatisticsGroupCount> kGroups = {
    "byType", "byKind", "byPurpose", "byState", "byLayer"};

std::string bytesText(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  double size = double(bytes);
  std::size_t unit = 0;
  for (; size >= 1024.0 && unit + 1 < kUnits.size(); ++unit) size /= 1024.0;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", size, kUnits[unit]);
}

void addTypes(const SceneInventory& contents, std::string& text) {
  text += fmt::format("\n{:>10}{:>10}{:>12}  type\n", "prims", "animated", "points");
  for (const StatisticsRow& row : contents.statistics.rows(StatisticsGroup::Type)) {
    text += fmt::format("{:>10}{:>10}{:>12}  {}\n", row.all(), row.animatedPrims, row.points,
                        row.name.empty() ? "(without a type)" : row.name);
  }
}

void addLayers(const SceneInventory& contents, const LayerNames& names, std::string& text) {
  text +=
      fmt::format("\n{:>12}{:>12}{:>10}{:>12}  layer\n", "file", "tables", "prims", "properties");
  for (const LayerStatistics& layer : contents.statistics.layers) {
    text += fmt::format("{:>12}{:>12}{:>10}{:>12}  {}\n",
                        layer.fileBytes ? bytesText(*layer.fileBytes) : "-",
                        bytesText(layer.tableBytes), layer.primSpecs, layer.propertySpecs,
                        layer.fileBytes ? names.file(layer.identifier) : layer.label);
  }
}

void addArrays(const SceneInventory& contents, std::string& text) {
  text += fmt::format("\n{} arrays with {} elements, {} at their first sample\n", contents.arrays,
                      contents.arrayElements, bytesText(contents.arrayBytes));
  for (const ArrayContents& array : contents.largestArrays) {
    text += fmt::format("{:>12}{:>12}  <{}> {}", bytesText(array.byteSize), array.elements,
                        array.attribute.text(), array.type);
    text += array.samples > 0 ? fmt::format(", {} samples\n", array.samples) : "\n";
  }
}

void addFiles(const SceneInventory& contents, std::string& text) {
  for (const ClipSetContents& set : contents.clipSets) {
    text += fmt::format("\nclip set {} of <{}>: {} clips, {}", set.name, set.prim.text(), set.clips,
                        bytesText(set.byteSize));
    if (set.missing > 0) text += fmt::format(", {} missing", set.missing);
  }
  if (!contents.clipSets.empty()) text += '\n';
  if (contents.assets.empty()) return;
  text += fmt::format("\n{:>12}{:>8}  texture or other file\n", "bytes", "uses");
  for (const AssetContents& asset : contents.assets) {
    const std::string_view absent = asset.isPattern ? "several" : "missing";
    text += fmt::format("{:>12}{:>8}  {}\n",
                        asset.byteSize ? bytesText(*asset.byteSize) : std::string(absent),
                        asset.uses, asset.file);
  }
}

}  // namespace

Json inventoryToJson(const SceneInventory& contents, const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  const SceneStatistics& statistics = contents.statistics;
  Json json = {{"total", inventoryRow(statistics.total)},
               {"prototypes", statistics.prototypes},
               {"prototypePrims", statistics.prototypePrims}};
  for (std::size_t i = 0; i < kStatisticsGroupCount; ++i) {
    Json& rows = json[std::string(kGroups[i])] = Json::object();
    const bool isLayer = StatisticsGroup(i) == StatisticsGroup::Layer;
    for (const StatisticsRow& row : statistics.groups[i]) {
      rows[isLayer ? names.file(row.name) : row.name] = inventoryRow(row);
    }
  }
  Json& layers = json["layers"] = Json::array();
  for (const LayerStatistics& layer : statistics.layers) {
    layers.push_back({{"file", layer.fileBytes ? names.file(layer.identifier) : layer.label},
                      {"fileBytes", layer.fileBytes ? Json(*layer.fileBytes) : Json()},
                      {"tableBytes", layer.tableBytes},
                      {"primSpecs", layer.primSpecs},
                      {"propertySpecs", layer.propertySpecs}});
  }
  Json& arrays = json["arrays"] = {{"count", contents.arrays},
                                   {"elements", contents.arrayElements},
                                   {"bytes", contents.arrayBytes},
                                   {"largest", Json::array()}};
  for (const ArrayContents& array : contents.largestArrays) {
    arrays["largest"].push_back({{"path", array.attribute.text()},
                                 {"type", array.type},
                                 {"elements", array.elements},
                                 {"bytes", array.byteSize},
                                 {"samples", array.samples}});
  }
  Json& sets = json["clipSets"] = Json::array();
  for (const ClipSetContents& set : contents.clipSets) {
    sets.push_back({{"prim", set.prim.text()},
                    {"name", set.name},
                    {"clips", set.clips},
                    {"missing", set.missing},
                    {"bytes", set.byteSize}});
  }
  Json& assets = json["files"] = Json::array();
  for (const AssetContents& asset : contents.assets) {
    assets.push_back({{"file", asset.file},
                      {"isFound", asset.isFound},
                      {"isPattern", asset.isPattern},
                      {"bytes", asset.byteSize ? Json(*asset.byteSize) : Json()},
                      {"uses", asset.uses}});
  }
  if (contents.residentBytes > 0) json["residentBytes"] = contents.residentBytes;
  return json;
}

std::string inventoryToText(const SceneInventory& contents, const Stage& stage) {
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  const StatisticsRow& total = contents.statistics.total;
  std::string text =
      fmt::format("{} prims, {} of them in instances of {} prototypes; {} animated, {} static\n",
                  total.all(), total.instanced, contents.statistics.prototypes, total.animatedPrims,
                  total.all() - total.animatedPrims);
  text += fmt::format("{} attributes, {} of them animated\n", total.attributes,
                      total.animatedAttributes);
  text += fmt::format("{} meshes, {} faces, {} points, {} point instances\n", total.meshes,
                      total.faces, total.points, total.pointInstances);
  addTypes(contents, text);
  addLayers(contents, names, text);
  addArrays(contents, text);
  addFiles(contents, text);
  if (contents.residentBytes > 0) {
    text += fmt::format("\nmemory of this process: {}\n", bytesText(contents.residentBytes));
  }
  return text;
}

}  // namespace usdscope
