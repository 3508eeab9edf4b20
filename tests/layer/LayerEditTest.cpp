// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerEdit.h"

#include <gtest/gtest.h>

#include "engine/layer/LayerBuilder.h"

namespace usdscope {
namespace {

Path path(std::string_view text) { return Path::fromText(text); }

std::shared_ptr<const Layer> emptyLayer() { return LayerBuilder().build({"anon:session"}); }

std::shared_ptr<const Layer> applied(const Layer& layer, std::initializer_list<LayerEdit> edits) {
  Diagnostics diagnostics;
  auto next = edited(layer, std::span(edits.begin(), edits.size()), diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty());
  return next;
}

}  // namespace

TEST(LayerEdit, MakesTheNextLayerAndLeavesThePresentOne) {
  const auto before = emptyLayer();
  const auto after = applied(
      *before, {activeEdit(path("/A/B"), false),
                defaultEdit(path("/A.visibility"), Token("token"), Value(Token("invisible"))),
                PrimFieldEdit{Path::root(), fields::kComment, Value(std::string("mine"))}});
  EXPECT_EQ(before->primRowCount(), 1u);
  EXPECT_EQ(after->identifier(), "anon:session");
  EXPECT_EQ(after->findPrim(path("/A/B")).field(fields::kActive), Value(false));
  EXPECT_EQ(after->findPrim(path("/A")).specifier(), Specifier::Over);
  EXPECT_EQ(after->pseudoRoot().field(fields::kComment), Value(std::string("mine")));
  const PropertySpec visibility = after->findProperty(path("/A.visibility"));
  EXPECT_EQ(visibility.field(fields::kDefault), Value(Token("invisible")));
  EXPECT_EQ(visibility.typeName(), Token("token"));
  EXPECT_EQ(visibility.kind(), PropertyKind::Attribute);
}

TEST(LayerEdit, ClearingTakesBlankOversAway) {
  const auto set =
      applied(*emptyLayer(), {activeEdit(path("/A/B/C"), false), activeEdit(path("/A/D"), true)});
  const auto cleared = applied(*set, {PrimFieldEdit{path("/A/B/C"), fields::kActive, {}}});
  EXPECT_FALSE(cleared->findPrim(path("/A/B")));
  EXPECT_TRUE(cleared->findPrim(path("/A/D")));
  const auto all = applied(*cleared, {PrimFieldEdit{path("/A/D"), fields::kActive, {}},
                                      PrimFieldEdit{path("/Nowhere"), fields::kActive, {}}});
  EXPECT_EQ(all->primRowCount(), 1u);

  LayerBuilder builder;
  builder.setPrimField(builder.addPath(path("/A")), fields::kSpecifier, Value(Specifier::Def));
  builder.setPrimField(builder.addPath(path("/A")), fields::kActive, Value(false));
  const auto kept =
      applied(*builder.build({"anon:s"}), {PrimFieldEdit{path("/A"), fields::kActive, {}}});
  EXPECT_TRUE(kept->findPrim(path("/A"))) << "A def makes a prim.";
}

TEST(LayerEdit, VariantSelectionsAreMergedByName) {
  const auto selections = [](const Layer& layer) {
    const Value value = layer.findPrim(path("/A")).field(fields::kVariantSelection);
    return value.valueOr(VariantSelections());
  };
  const auto one = applied(*emptyLayer(), {VariantSelectionEdit{path("/A"), "s", "v"}});
  const auto two = applied(*one, {VariantSelectionEdit{path("/A"), "b", "w"},
                                  VariantSelectionEdit{path("/A"), "s", ""}});
  EXPECT_EQ(selections(*one), (VariantSelections{{"s", "v"}}));
  EXPECT_EQ(selections(*two), (VariantSelections{{"b", "w"}, {"s", ""}}));
  const auto three = applied(*two, {VariantSelectionEdit{path("/A"), "s", std::nullopt}});
  EXPECT_EQ(selections(*three), (VariantSelections{{"b", "w"}}));
  const auto none = applied(*three, {VariantSelectionEdit{path("/A"), "b", std::nullopt},
                                     VariantSelectionEdit{path("/A"), "c", std::nullopt}});
  EXPECT_FALSE(none->findPrim(path("/A")));
}

TEST(LayerEdit, PropertiesKeepWhatTheyAre) {
  PropertyFieldEdit edit{.path = path("/A.size"),
                         .field = fields::kDefault,
                         .value = Value(2.0),
                         .typeName = Token("double"),
                         .variability = Variability::Uniform,
                         .isCustom = true};
  const auto first = applied(*emptyLayer(), {edit});
  PropertySpec size = first->findProperty(path("/A.size"));
  EXPECT_EQ(size.variability(), Variability::Uniform);
  EXPECT_TRUE(size.isCustom());
  const auto second = applied(*first, {defaultEdit(path("/A.size"), Token("float"), Value(3.0))});
  size = second->findProperty(path("/A.size"));
  EXPECT_EQ(size.typeName(), Token("double"));
  EXPECT_EQ(size.field(fields::kDefault), Value(3.0));
  const auto third = applied(*second, {defaultEdit(path("/A.size"), Token("double"), {})});
  EXPECT_FALSE(third->findProperty(path("/A.size")).hasField(fields::kDefault));
  const auto untouched =
      applied(*emptyLayer(), {defaultEdit(path("/A.size"), Token("double"), {})});
  EXPECT_EQ(untouched->primRowCount(), 1u);
}

TEST(LayerEdit, InvalidEditsAreReportedAndIgnored) {
  const auto layer =
      applied(*emptyLayer(), {defaultEdit(path("/A.size"), Token("double"), Value(1.0))});
  const LayerEdit wrong[] = {
      activeEdit(path("/A.size"), true),
      activeEdit(Path(), true),
      VariantSelectionEdit{Path::root(), "s", "v"},
      defaultEdit(path("/A"), Token("double"), Value(1.0)),
      defaultEdit(path("/A.new"), Token(), Value(1.0)),
      PropertyFieldEdit{.path = path("/A.size"),
                        .field = fields::kTargetPaths,
                        .value = Value(ListOp<Path>()),
                        .kind = PropertyKind::Relationship},
  };
  for (const LayerEdit& edit : wrong) {
    Diagnostics diagnostics;
    const auto next = edited(*layer, {&edit, 1}, diagnostics);
    ASSERT_EQ(diagnostics.entries().size(), 1u);
    EXPECT_EQ(diagnostics.entries()[0].code, kEditImpossible);
    EXPECT_EQ(next->primRowCount(), layer->primRowCount());
    EXPECT_EQ(next->propertyRowCount(), layer->propertyRowCount());
  }
}

}  // namespace usdscope
