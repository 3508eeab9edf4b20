// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerBuilder.h"

#include <gtest/gtest.h>

namespace usdscope {
namespace {

const Token kX("x");
const Token kRel("rel");

// A prim with properties, children, and variants that hold both, one set inside another.
std::shared_ptr<const Layer> sample() {
  LayerBuilder builder;
  const auto a = builder.addPrim(LayerBuilder::kRoot, Token("A"));
  builder.setPrimField(a, fields::kSpecifier, Value(Specifier::Def));
  builder.setPrimField(a, fields::kTypeName, Value(Token("Xform")));
  builder.setPropertyField(builder.addProperty(a, kX, PropertyKind::Attribute), fields::kDefault,
                           Value(1.5));
  builder.addProperty(a, kRel, PropertyKind::Relationship);
  const auto variant = builder.addVariant(a, Token("s"), Token("v"));
  builder.addVariant(a, Token("s"), Token("w"));
  const auto inner = builder.addPath(Path::fromText("/A{s=v}{t=u}B"));
  builder.setPropertyField(builder.addProperty(inner, kX, PropertyKind::Attribute),
                           fields::kTypeName, Value(Token("float")));
  builder.setPropertyField(builder.addProperty(variant, kX, PropertyKind::Attribute),
                           fields::kDefault, Value(2.5));
  builder.addPath(Path::fromText("/A/C/D"));
  builder.addPath(Path::fromText("/Z"));
  builder.addPath(Path::fromText("/A/B"));
  builder.setPrimField(LayerBuilder::kRoot, fields::kDefaultPrim, Value(Token("A")));
  return builder.build({"anon:sample"});
}

std::vector<std::string> childNames(const PrimSpec& prim) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < prim.childCount(); ++i)
    names.push_back(prim.child(i).name().string());
  return names;
}

void expectInvariants(const Layer& layer) {
  const auto& tables = layer.tables();
  ASSERT_FALSE(tables.prims.empty());
  EXPECT_TRUE(tables.prims[0].path.isRoot());
  for (std::uint32_t row = 0; row < tables.prims.size(); ++row) {
    const auto& prim = tables.prims[row];
    EXPECT_EQ(layer.findPrim(prim.path), PrimSpec(&layer, row)) << prim.path.text();
    if (row > 0) {
      EXPECT_LT(prim.parent, row) << prim.path.text();
      EXPECT_EQ(tables.prims[prim.parent].path, prim.path.parent()) << prim.path.text();
    }
    for (std::uint32_t i = 0; i < prim.properties.count; ++i) {
      EXPECT_EQ(tables.properties[prim.properties.begin + i].prim, row);
    }
  }
}

}  // namespace

TEST(LayerBuilder, SpecsAreFoundWhereTheyWereAdded) {
  const auto layer = sample();
  expectInvariants(*layer);
  EXPECT_TRUE(layer->isAnonymous());
  EXPECT_EQ(childNames(layer->pseudoRoot()), (std::vector<std::string>{"A", "Z"}));
  const PrimSpec a = layer->findPrim(Path::fromText("/A"));
  ASSERT_TRUE(a);
  EXPECT_EQ(a.specifier(), Specifier::Def);
  EXPECT_EQ(a.typeName(), Token("Xform"));
  EXPECT_EQ(childNames(a), (std::vector<std::string>{"C", "B"}));
  EXPECT_EQ(a.propertyCount(), 2u);
  EXPECT_EQ(a.property(1).kind(), PropertyKind::Relationship);
  ASSERT_EQ(a.variantCount(), 2u);
  EXPECT_EQ(a.variant(1).path(), Path::fromText("/A{s=w}"));
  EXPECT_EQ(layer->findPrim(Path::fromText("/A{s=v}")).variantCount(), 1u);
  EXPECT_EQ(layer->findProperty(Path::fromText("/A.x")).field(fields::kDefault), Value(1.5));
  EXPECT_EQ(layer->findProperty(Path::fromText("/A{s=v}.x")).field(fields::kDefault), Value(2.5));
  EXPECT_EQ(layer->findProperty(Path::fromText("/A{s=v}{t=u}B.x")).typeName(), Token("float"));
  EXPECT_EQ(layer->findProperty(Path::fromText("/A{s=v}.x")).path(), Path::fromText("/A{s=v}.x"));
  EXPECT_EQ(layer->findPrim(Path::fromText("/A/C")).specifier(), Specifier::Over);

  for (const char* missing : {"/B", "/A{s=u}", "/A/B/C", ""}) {
    EXPECT_FALSE(layer->findPrim(Path::fromText(missing))) << missing;
  }
  for (const char* missing : {"/A.y", "/B.x", "/A", "/A/B.x"}) {
    EXPECT_FALSE(layer->findProperty(Path::fromText(missing))) << missing;
  }
  EXPECT_TRUE(a.field(Token("no such field")).isEmpty());
  EXPECT_FALSE(a.hasField(fields::kActive));
}

TEST(LayerBuilder, NextVersionHasEqualContents) {
  const auto layer = sample();
  const auto copy = LayerBuilder(*layer).build({"anon:copy"});
  expectInvariants(*copy);
  ASSERT_EQ(copy->primRowCount(), layer->primRowCount());
  ASSERT_EQ(copy->propertyRowCount(), layer->propertyRowCount());
  for (std::uint32_t row = 0; row < layer->primRowCount(); ++row) {
    const PrimSpec before(layer.get(), row);
    const PrimSpec after(copy.get(), row);
    EXPECT_EQ(before.path(), after.path());
    ASSERT_EQ(before.fieldNames().size(), after.fieldNames().size());
    for (const Token name : before.fieldNames()) EXPECT_EQ(before.field(name), after.field(name));
  }
}

TEST(LayerBuilder, FieldsAreSetReplacedAndTakenAway) {
  LayerBuilder builder;
  const auto a = builder.addPrim(LayerBuilder::kRoot, Token("A"));
  EXPECT_TRUE(builder.isBlankOver(a));
  const Token names[] = {fields::kActive, fields::kHidden, fields::kInstanceable};
  for (const Token name : names) builder.setPrimField(a, name, Value(true));
  builder.setPrimField(a, fields::kHidden, Value(false));
  builder.setPrimField(a, fields::kActive, {});
  builder.setPrimField(a, fields::kKind, {});
  EXPECT_EQ(builder.primField(a, fields::kActive), nullptr);
  ASSERT_NE(builder.primField(a, fields::kHidden), nullptr);
  EXPECT_FALSE(builder.isBlankOver(a));
  const auto layer = builder.build({"anon:x"});
  const PrimSpec spec = layer->findPrim(Path::fromText("/A"));
  EXPECT_EQ(spec.fieldNames().size(), 2u);
  EXPECT_EQ(spec.field(fields::kHidden), Value(false));
  EXPECT_EQ(spec.field(fields::kInstanceable), Value(true));
}

TEST(LayerBuilder, RemovedSpecsAreGoneWithAllInThem) {
  LayerBuilder builder(*sample());
  builder.removePrim(builder.findPrim(Path::fromText("/A/C")));
  builder.removePrim(builder.findPrim(Path::fromText("/A{s=v}")));
  const auto a = builder.findPrim(Path::fromText("/A"));
  builder.removeProperty(a, builder.findProperty(a, kX));
  EXPECT_EQ(builder.findPrim(Path::fromText("/A/C/D")), LayerBuilder::kNone);
  builder.addPath(Path::fromText("/A/C"));
  const auto layer = builder.build({"anon:x"});
  expectInvariants(*layer);
  EXPECT_EQ(childNames(layer->findPrim(Path::fromText("/A"))),
            (std::vector<std::string>{"B", "C"}));
  EXPECT_FALSE(layer->findPrim(Path::fromText("/A/C/D")));
  EXPECT_FALSE(layer->findPrim(Path::fromText("/A{s=v}{t=u}B")));
  EXPECT_TRUE(layer->findPrim(Path::fromText("/A{s=w}")));
  EXPECT_FALSE(layer->findProperty(Path::fromText("/A.x")));
  EXPECT_TRUE(layer->findProperty(Path::fromText("/A.rel")));
}

TEST(LayerBuilder, EndlessNamespacesEndAtTheLimit) {
  LayerBuilder builder;
  LayerBuilder::PrimId prim = LayerBuilder::kRoot;
  for (int i = 0; i < 2500; ++i) {
    prim = builder.addPrim(prim, Token("a"));
    builder.setPrimField(prim, fields::kActive, Value(true));
    builder.setPropertyField(builder.addProperty(prim, kX, PropertyKind::Attribute),
                             fields::kDefault, Value(1.0));
  }
  EXPECT_EQ(prim, LayerBuilder::kNone);
  const auto layer = builder.build({"anon:deep"});
  EXPECT_EQ(layer->primRowCount(), 2001u);
  expectInvariants(*layer);
  EXPECT_EQ(LayerBuilder(*layer).build({"anon:again"})->primRowCount(), 2001u);
}

// Prims with many properties find them through a table.
TEST(LayerBuilder, FindsOneOfManyProperties) {
  LayerBuilder builder;
  const auto few = builder.addPrim(LayerBuilder::kRoot, Token("Few"));
  const auto many = builder.addPrim(LayerBuilder::kRoot, Token("Many"));
  const auto alsoMany = builder.addPrim(LayerBuilder::kRoot, Token("AlsoMany"));
  const auto name = [](int i) { return Token("p" + std::to_string(i)); };
  for (int i = 0; i < 300; ++i) {
    if (i < 3) builder.addProperty(few, name(i), PropertyKind::Attribute);
    const auto property = builder.addProperty(many, name(i), PropertyKind::Attribute);
    builder.setPropertyField(property, fields::kDefault, Value(double(i)));
    EXPECT_EQ(builder.addProperty(many, name(i), PropertyKind::Attribute), property);
    builder.addProperty(alsoMany, name(i + 100), PropertyKind::Relationship);
  }
  EXPECT_EQ(builder.findProperty(many, name(300)), LayerBuilder::kNone);
  EXPECT_EQ(builder.findPrim(Path::fromText("/Many.p7")), LayerBuilder::kNone);
  // Down to few, and up again with others.
  for (int i = 0; i < 250; ++i) builder.removeProperty(many, builder.findProperty(many, name(i)));
  EXPECT_EQ(builder.findProperty(many, name(7)), LayerBuilder::kNone);
  for (int i = 240; i < 250; ++i) builder.addProperty(many, name(i), PropertyKind::Relationship);
  for (int i = 300; i < 400; ++i) builder.addProperty(many, name(i), PropertyKind::Attribute);
  const auto layer = builder.build({"anon:many"});
  expectInvariants(*layer);
  const PrimSpec prim = layer->findPrim(Path::fromText("/Many"));
  ASSERT_EQ(prim.propertyCount(), 160u);
  for (std::size_t i = 0; i < prim.propertyCount(); ++i) {
    EXPECT_EQ(prim.findProperty(prim.property(i).name()), prim.property(i)) << i;
  }
  for (int i = 0; i < 240; ++i) EXPECT_FALSE(prim.findProperty(name(i))) << i;
  EXPECT_EQ(prim.findProperty(name(260)).field(fields::kDefault).valueOr(0.0), 260.0);
  EXPECT_EQ(prim.findProperty(name(245)).kind(), PropertyKind::Relationship);
  EXPECT_FALSE(layer->findPrim(Path::fromText("/AlsoMany")).findProperty(name(99)));
  EXPECT_TRUE(layer->findPrim(Path::fromText("/AlsoMany")).findProperty(name(399)));
}

}  // namespace usdscope
