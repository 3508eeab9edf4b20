// SPDX-License-Identifier: Apache-2.0
#include "engine/search/PrimColumns.h"

#include <set>

#include "tests/search/SearchScene.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

TEST(PrimColumns, EqualTheReferencesFacts) {
  const SearchScene scene;
  const std::pair<const char*, PrimColumn> columns[] = {
      {"kind", PrimColumn::Kind},       {"purpose", PrimColumn::Purpose},
      {"samples", PrimColumn::Samples}, {"timeRange", PrimColumn::TimeRange},
      {"layers", PrimColumn::Layers},   {"variants", PrimColumn::Variants}};
  ASSERT_GT(scene.expected["columns"].size(), 30u);
  for (const auto& [path, facts] : scene.expected["columns"].items()) {
    const Prim prim = scene.at(path);
    ASSERT_TRUE(prim) << path;
    for (const auto& [name, column] : columns) {
      EXPECT_EQ(Json(computePrimCell(prim, column, 1.0).text), facts[name]) << path << ' ' << name;
    }
    for (const auto& [time, letter] : facts["vis"].items()) {
      const PrimCell cell = computePrimCell(prim, PrimColumn::Visibility, std::stod(time));
      EXPECT_EQ(Json(cell.text), letter) << path << " at " << time;
    }
  }
}

TEST(PrimColumns, BadgesOfRigsClipsAndPayloads) {
  const SearchScene scene;
  const struct {
    const char* path;
    PrimColumn column;
    const char* text;
    PrimCell::Tone tone;
  } cases[] = {
      {"/World/Rig", PrimColumn::Skel, "root", PrimCell::Tone::Normal},
      {"/World/Rig/Skeleton", PrimColumn::Skel, "skeleton", PrimCell::Tone::Normal},
      {"/World/Rig/Animation", PrimColumn::Skel, "animation", PrimCell::Tone::Normal},
      {"/World/Rig/Skin", PrimColumn::Skel, "skinned", PrimCell::Tone::Normal},
      {"/World/Hero", PrimColumn::Skel, "", PrimCell::Tone::Normal},
      {"/World/Clipped", PrimColumn::Clips, "1 missing", PrimCell::Tone::Wrong},
      {"/World/Lazy", PrimColumn::Load, "loaded", PrimCell::Tone::Inherited},
      {"/World/Hero", PrimColumn::Load, "", PrimCell::Tone::Normal},
      {"/World/Hero", PrimColumn::DrawMode, "default", PrimCell::Tone::Inherited},
      {"/World/Lights", PrimColumn::DrawMode, "", PrimCell::Tone::Normal},
  };
  for (const auto& c : cases) {
    const PrimCell cell = computePrimCell(scene.at(c.path), c.column, 1.0);
    EXPECT_EQ(cell.text, c.text) << c.path;
    EXPECT_EQ(cell.tone, c.tone) << c.path;
  }
}

TEST(PrimColumns, GuidesDrawModesAndUnloadedPayloads) {
  LayerTexts texts;
  texts["/root.usda"] =
      "def Xform \"A\" (kind = \"assembly\"\nprepend apiSchemas = [\"GeomModelAPI\"]) {\n"
      "uniform token model:drawMode = \"bounds\"\n"
      "def Xform \"B\" (kind = \"component\"\nprepend apiSchemas = [\"VisibilityAPI\"]) {\n"
      "uniform token guideVisibility = \"visible\" }\n"
      "def Xform \"C\" (kind = \"component\"\npayload = @/p.usda@</P>) {} }";
  texts["/p.usda"] = "def \"P\" {}";
  StageRequest request;
  request.loadRules.unload(Path::root());
  const auto stage = stageFromTexts(texts, request).stage;
  ASSERT_TRUE(stage);
  const auto cellOf = [&](const char* path, PrimColumn column) {
    return computePrimCell(stage->primAt(Path::fromText(path)), column, 1.0);
  };
  EXPECT_EQ(cellOf("/A", PrimColumn::DrawMode).text, "bounds");
  EXPECT_EQ(cellOf("/A/B", PrimColumn::DrawMode).text, "bounds");
  EXPECT_EQ(cellOf("/A/B", PrimColumn::DrawMode).tip, "From /A.");
  EXPECT_EQ(cellOf("/A/B", PrimColumn::Guides).text, "V");
  EXPECT_EQ(cellOf("/A", PrimColumn::Guides).text, "");
  EXPECT_EQ(cellOf("/A/C", PrimColumn::Load).text, "unloaded");
}

TEST(PrimColumns, ShowsFewColumnsAtFirst) {
  std::vector<std::string_view> titles;
  for (const PrimColumnInfo& column : primColumns()) {
    if (column.isShownAtFirst) titles.push_back(column.title);
  }
  EXPECT_EQ(titles, (std::vector<std::string_view>{"Prim Name", "Type", "Vis"}));
}

TEST(PrimColumns, HaveDifferentNames) {
  std::set<std::string_view> ids;
  std::set<std::string_view> titles;
  for (const PrimColumnInfo& column : primColumns()) {
    EXPECT_EQ(&column - primColumns().data(), std::ptrdiff_t(column.column));
    ids.insert(column.id);
    titles.insert(column.title);
  }
  EXPECT_EQ(ids.size(), primColumns().size());
  EXPECT_EQ(titles.size(), primColumns().size());
}

}  // namespace
}  // namespace usdscope
