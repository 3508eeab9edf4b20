// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerEdit.h"

#include <gtest/gtest.h>

#include "engine/layer/LayerBuilder.h"
#include "engine/value/Dictionary.h"

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
  const PropertyFieldEdit removal{.path = path("/A.size")};
  const auto fourth = applied(*third, {removal});
  EXPECT_FALSE(fourth->findProperty(path("/A.size")));
  EXPECT_EQ(fourth->primRowCount(), third->primRowCount());
  EXPECT_EQ(applied(*fourth, {removal})->propertyRowCount(), 0u);
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

TEST(LayerEdit, SamplesAreSetReplacedAndRemoved) {
  const PropertyPlace x{.path = path("/A.x"), .typeName = Token("double")};
  const auto timesOf = [&](const Layer& layer) {
    const Value samples = layer.findProperty(x.path).field(fields::kTimeSamples);
    const auto* found = samples.find<TimeSamples>();
    return found ? std::vector<double>(found->times().begin(), found->times().end())
                 : std::vector<double>();
  };
  auto layer = applied(*emptyLayer(), {SampleEdit{x, 5, Value(1.0)}, SampleEdit{x, 2, Value(2.0)},
                                       SampleEdit{x, 5, Value(3.0)}});
  EXPECT_EQ(timesOf(*layer), (std::vector<double>{2, 5}));
  EXPECT_EQ(layer->findProperty(x.path).field(fields::kTimeSamples).find<TimeSamples>()->value(1),
            Value(3.0));
  layer = applied(*layer, {SampleEdit{x, 2, {}}, SampleEdit{x, 3, {}}});
  EXPECT_EQ(timesOf(*layer), std::vector<double>{5});
  layer = applied(*layer, {SampleEdit{x, 5, {}}});
  EXPECT_FALSE(layer->findProperty(x.path).hasField(fields::kTimeSamples));
  EXPECT_TRUE(layer->findProperty(x.path)) << "The spec stays.";
}

// Many samples stay encoded; each edit then adds to those of before.
TEST(LayerEdit, SamplesOfALongAnimation) {
  const PropertyPlace x{.path = path("/A.x"), .typeName = Token("double")};
  auto layer = emptyLayer();
  for (int i = 99; i >= 0; --i) layer = applied(*layer, {SampleEdit{x, i * 1.0, Value(i * 10.0)}});
  layer = applied(*layer, {SampleEdit{x, 50, {}}, SampleEdit{x, 7, Value(ValueBlock())}});
  const Value value = layer->findProperty(x.path).field(fields::kTimeSamples);
  const auto& samples = *value.find<TimeSamples>();
  ASSERT_EQ(samples.size(), 99u);
  EXPECT_EQ(samples.value(6), Value(60.0));
  EXPECT_EQ(samples.value(7), Value(ValueBlock()));
  EXPECT_EQ(samples.times()[50], 51.0);
  EXPECT_EQ(samples.value(50), Value(510.0));
}

TEST(LayerEdit, EntriesOfDictionaries) {
  const Token field = fields::kCustomData;
  auto layer = applied(*emptyLayer(), {DictionaryEdit{path("/A"), field, {"a", "b"}, Value(1)},
                                       DictionaryEdit{path("/A"), field, {"c"}, Value(2)}});
  const Value set = layer->findPrim(path("/A")).field(field);
  EXPECT_EQ(*set.find<Dictionary>()->find("a")->find<Dictionary>()->find("b"), Value(1));
  layer = applied(*layer, {DictionaryEdit{path("/A"), field, {"a", "b"}, {}},
                           DictionaryEdit{path("/A"), field, {"x", "y"}, {}}});
  EXPECT_EQ(layer->findPrim(path("/A")).field(field).find<Dictionary>()->entries().size(), 1u);
  layer = applied(*layer, {DictionaryEdit{path("/A"), field, {"c"}, {}}});
  EXPECT_FALSE(layer->findPrim(path("/A")).hasField(field));
  EXPECT_TRUE(layer->findPrim(path("/A"))) << "The over stays.";
}

TEST(LayerEdit, TargetsAreAddedRemovedSetAndCleared) {
  using enum TargetEdit::Action;
  using enum TargetEdit::Position;
  const PropertyPlace r{.path = path("/A.r"),
                        .kind = PropertyKind::Relationship,
                        .typeName = {},
                        .variability = Variability::Uniform};
  const std::vector<Path> one{path("/One")};
  const std::vector<Path> two{path("/Two")};
  const auto targets = [&](const Layer& layer) {
    return layer.findProperty(r.path).field(fields::kTargetPaths).valueOr(ListOp<Path>());
  };
  auto layer = applied(*emptyLayer(), {TargetEdit{r, Add, one}, TargetEdit{r, Add, two},
                                       TargetEdit{r, Add, one, AppendFront}});
  EXPECT_EQ(layer->findProperty(r.path).variability(), Variability::Uniform);
  EXPECT_EQ(targets(*layer).prependedItems, (std::vector<Path>{one[0], two[0]}));
  EXPECT_EQ(targets(*layer).appendedItems, one);
  layer = applied(*layer, {TargetEdit{r, Remove, one}});
  EXPECT_EQ(targets(*layer).prependedItems, two);
  EXPECT_EQ(targets(*layer).deletedItems, one);
  layer = applied(*layer, {TargetEdit{r, Set, {one[0], two[0], one[0]}}, TargetEdit{r, Remove, two},
                           TargetEdit{r, Add, two, AppendFront}});
  EXPECT_EQ(targets(*layer).explicitItems, (std::vector<Path>{two[0], one[0]}));
  layer = applied(*layer, {TargetEdit{r, Clear, {}}});
  EXPECT_FALSE(layer->findProperty(r.path).hasField(fields::kTargetPaths));
}

TEST(LayerEdit, NewVariantsAreListedInTheirSets) {
  auto layer = applied(*emptyLayer(),
                       {activeEdit(path("/A{v=x}B"), false), activeEdit(path("/A{w=y}"), false),
                        activeEdit(path("/A{v=z}"), false)});
  const Value names = layer->findPrim(path("/A")).field(fields::kVariantSetNames);
  EXPECT_EQ(names.valueOr(ListOp<std::string>()).prependedItems,
            (std::vector<std::string>{"w", "v"}));
  const PrimSpec a = layer->findPrim(path("/A"));
  ASSERT_EQ(a.variantCount(), 3u);
  EXPECT_EQ(a.variant(1).path(), path("/A{v=z}")) << "The variants of a set stay together.";
}

TEST(LayerEdit, OversStayIfTheEditKeepsThem) {
  const auto set = applied(*emptyLayer(), {activeEdit(path("/A"), false)});
  const auto cleared = applied(*set, {PrimFieldEdit{path("/A"), fields::kActive, {}, true}});
  EXPECT_TRUE(cleared->findPrim(path("/A")));
  EXPECT_FALSE(cleared->findPrim(path("/A")).hasField(fields::kActive));
}

// The versions of a layer share the values of the first one, also after several edits.
TEST(LayerEdit, UntouchedValuesStayEncoded) {
  class CountingDecoder final : public ValueDecoder {
   public:
    Value decode(std::uint64_t stored) const override {
      ++count;
      return Value(static_cast<double>(stored));
    }
    mutable int count = 0;
  };
  LayerTables tables;
  const auto decoder = std::make_shared<const CountingDecoder>();
  tables.prims.push_back({.path = Path::root(), .parent = 0, .fields = {0, 1}});
  tables.fieldNames = {fields::kStartTimeCode};
  tables.fieldValues = {7};
  tables.decoder = decoder;
  std::shared_ptr<const Layer> layer =
      std::make_shared<const Layer>(LayerIdentity{"/a.usda"}, std::move(tables));
  for (int i = 0; i < 10; ++i) {
    layer = applied(*layer, {PrimFieldEdit{Path::root(), fields::kEndTimeCode, Value(i * 1.0)}});
  }
  EXPECT_EQ(decoder->count, 0);
  EXPECT_EQ(layer->pseudoRoot().field(fields::kStartTimeCode), Value(7.0));
  EXPECT_EQ(layer->pseudoRoot().field(fields::kEndTimeCode), Value(9.0));
  EXPECT_EQ(decoder->count, 1);
}

}  // namespace usdscope
