// SPDX-License-Identifier: Apache-2.0
#include "engine/definitions/Definitions.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/definitions/detail/EmbeddedFacts.h"

namespace usdscope {
namespace {

const Definitions& builtin() { return Definitions::builtin(); }

std::vector<Token> tokens(std::initializer_list<const char*> names) {
  std::vector<Token> result;
  for (const char* name : names) result.push_back(Token(name));
  return result;
}

using Texts = std::vector<std::string>;

Texts texts(std::span<const Token> names) {
  Texts result;
  for (const Token name : names) result.push_back(name.string());
  return result;
}

// Two versions of a schema, one that brings the other version along, and properties of the same
// name. The schemas of OpenUSD do not have these yet.
constexpr std::string_view kVersionedFacts = R"(
kind b a
kind a b
schema APISchemaBase base
schema Mark single APISchemaBase
  varying int mark = 1
schema Mark_1 single APISchemaBase
  family Mark 1
  varying int mark = 2
schema Wide single APISchemaBase
  apis Mark_1
  varying int wide
schema Tag multiple APISchemaBase
  varying int tag:__INSTANCE_NAME__:size = 5
    hidden = true
schema Tag_2 multiple APISchemaBase
  family Tag 2
  varying int tag2:__INSTANCE_NAME__
schema Box concrete
  apis Mark
  varying int tag:a:size
  varying float tag:b:size
)";

}  // namespace

TEST(Definitions, EveryLineOfTheFactsIsUnderstood) {
  Diagnostics diagnostics;
  const Definitions definitions(readSchemaFacts(detail::schemaFacts(), diagnostics), diagnostics);
  for (const Diagnostic& d : diagnostics.entries()) ADD_FAILURE() << toText(d);
  EXPECT_GE(definitions.schemas().size(), 135u);
}

TEST(Definitions, KnowsWhatTypesDeriveFrom) {
  const struct {
    const char* type;
    const char* base;
    bool isA;
  } cases[] = {
      {"Mesh", "Mesh", true},
      {"Mesh", "Imageable", true},
      {"Mesh", "Typed", true},
      {"Mesh", "Curves", false},
      {"Imageable", "Mesh", false},
      {"Capsule_1", "Gprim", true},
      {"Capsule_1", "Capsule", false},
      {"NoSuch", "NoSuch", false},
      {"", "Typed", false},
      {"CollectionAPI", "APISchemaBase", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(builtin().isA(Token(c.type), Token(c.base)), c.isA) << c.type << ' ' << c.base;
  }
}

TEST(Definitions, KnowsFamiliesAndVersions) {
  const SchemaInfo* capsule = builtin().findSchema(Token("Capsule_1"));
  ASSERT_TRUE(capsule);
  EXPECT_EQ(capsule->family, Token("Capsule"));
  EXPECT_EQ(capsule->version, 1);
  EXPECT_TRUE(builtin().isInFamily(Token("Capsule_1"), Token("Capsule")));
  EXPECT_TRUE(builtin().isInFamily(Token("Capsule"), Token("Capsule")));
  EXPECT_TRUE(builtin().isInFamily(Token("Capsule_1"), Token("Gprim")));
  EXPECT_FALSE(builtin().isInFamily(Token("Cone"), Token("Capsule")));
  EXPECT_FALSE(builtin().isInFamily(Token("NoSuch"), Token("NoSuch")));
}

// As the reference answers for the same dictionary.
TEST(Definitions, PicksTheSchemaTypeOfATypeName) {
  Dictionary fallbacks;
  const auto set = [&](const char* name, std::initializer_list<const char*> types) {
    fallbacks.set(name, Value(Array<Token>(tokens(types))));
  };
  set("Foo", {"Bar", "Imageable", "Mesh"});
  set("Imageable", {"Sphere"});
  set("Mesh", {"Cube"});
  set("LightAPI", {"Cone"});
  set("Q", {"MaterialBindingAPI", "Foo", "Typed", "SkelRoot"});
  set("", {"Cube"});
  fallbacks.set("Bar", Value(Token("Cube")));
  fallbacks.set("Baz", Value(Array<std::string>{"Cube"}));
  const struct {
    const char* typeName;
    const char* schemaType;
  } cases[] = {{"Foo", "Mesh"},   {"Imageable", "Sphere"}, {"Bar", ""},
               {"Baz", ""},       {"Mesh", "Mesh"},        {"LightAPI", "Cone"},
               {"Q", "SkelRoot"}, {"NoSuch", ""},          {"", ""}};
  for (const auto& c : cases) {
    EXPECT_EQ(builtin().schemaType(Token(c.typeName), fallbacks), Token(c.schemaType))
        << c.typeName;
  }
  EXPECT_EQ(builtin().schemaType(Token("Imageable"), {}), Token());
}

TEST(Definitions, KnowsTheKinds) {
  const struct {
    const char* kind;
    const char* base;
    bool isA;
  } cases[] = {{"assembly", "model", true},
               {"assembly", "group", true},
               {"component", "model", true},
               {"component", "group", false},
               {"subcomponent", "model", false},
               {"model", "model", true},
               {"foo", "model", false},
               {"foo", "foo", true},
               {"", "model", false}};
  for (const auto& c : cases) {
    EXPECT_EQ(builtin().isKindA(Token(c.kind), Token(c.base)), c.isA) << c.kind << ' ' << c.base;
  }
}

TEST(Definitions, GivesTemplatesOfMultipleApplySchemas) {
  const PrimDefinition* collection = builtin().findSchemaDefinition(Token("CollectionAPI"));
  ASSERT_TRUE(collection);
  EXPECT_EQ(texts(collection->apiSchemas()), Texts{"CollectionAPI:__INSTANCE_NAME__"});
  EXPECT_TRUE(collection->findProperty(Token("collection:__INSTANCE_NAME__:includes")));
  const PrimDefinition* imageable = builtin().findSchemaDefinition(Token("Imageable"));
  ASSERT_TRUE(imageable);
  EXPECT_TRUE(imageable->findProperty(Token("purpose")));
  EXPECT_FALSE(builtin().findSchemaDefinition(Token("NoSuch")));
}

TEST(Definitions, GivesTheSameObjectForTheSameArguments) {
  const auto apis = tokens({"MaterialBindingAPI", "CollectionAPI:c"});
  std::vector<const PrimDefinition*> found(8);
  std::vector<std::jthread> threads;
  for (auto& slot : found) {
    threads.emplace_back([&] { slot = &builtin().primDefinition(Token("Cone"), apis); });
  }
  threads.clear();
  for (const auto* definition : found) EXPECT_EQ(definition, found[0]);
  EXPECT_EQ(&builtin().primDefinition(Token("Cone")), &builtin().primDefinition(Token("Cone")));
}

TEST(Definitions, LeavesOutAnotherVersionOfASchemaThatIsThere) {
  Diagnostics diagnostics;
  const Definitions definitions(readSchemaFacts(kVersionedFacts, diagnostics), diagnostics);
  EXPECT_TRUE(diagnostics.isEmpty());
  const struct {
    const char* type;
    std::vector<Token> apis;
    Texts expected;
  } cases[] = {
      {"", tokens({"Mark_1", "Mark"}), {"Mark_1"}},
      {"", tokens({"Mark", "Wide"}), {"Mark"}},
      {"", tokens({"Wide", "Mark_1"}), {"Wide", "Mark_1"}},
      {"Box", tokens({"Mark_1"}), {"Mark"}},
      {"Box", tokens({"Wide", "Mark"}), {"Mark"}},
      {"", tokens({"Tag:a", "Tag_2:a", "Tag_2:b"}), {"Tag:a", "Tag_2:b"}},
  };
  for (const auto& c : cases) {
    const PrimDefinition& definition = definitions.primDefinition(Token(c.type), c.apis);
    EXPECT_EQ(texts(definition.apiSchemas()), c.expected);
    EXPECT_EQ(definition.findProperty(Token("wide")) != nullptr,
              definition.hasApiSchema(Token("Wide")));
  }
}

TEST(Definitions, TakesFallbackAndHiddenFromWeakerSchemasOfTheSameType) {
  Diagnostics diagnostics;
  const Definitions definitions(readSchemaFacts(kVersionedFacts, diagnostics), diagnostics);
  const auto apis = tokens({"Tag:a", "Tag:b"});
  const PrimDefinition& definition = definitions.primDefinition(Token("Box"), apis);
  const PropertyDefinition* same = definition.findProperty(Token("tag:a:size"));
  const PropertyDefinition* other = definition.findProperty(Token("tag:b:size"));
  ASSERT_TRUE(same && other);
  EXPECT_EQ(same->fallback, Value(5));
  ASSERT_TRUE(same->findMetadata(Token("hidden")));
  EXPECT_EQ(*same->findMetadata(Token("hidden")), Value(true));
  EXPECT_TRUE(other->fallback.isEmpty());
  EXPECT_EQ(other->type->name, Token("float"));
  EXPECT_FALSE(other->findMetadata(Token("hidden")));
}

TEST(Definitions, KindsInACircleEnd) {
  Diagnostics diagnostics;
  const Definitions definitions(readSchemaFacts(kVersionedFacts, diagnostics), diagnostics);
  EXPECT_TRUE(definitions.isKindA(Token("a"), Token("b")));
  EXPECT_FALSE(definitions.isKindA(Token("b"), Token("c")));
}

TEST(Definitions, ReportsInvalidLines) {
  const struct {
    const char* text;
    int line;
  } cases[] = {
      {"varying int early\n", 1},
      {"schema\n", 1},
      {"schema A sometimes\n", 1},
      {"schema A concrete\n  varying nosuchtype a\n", 2},
      {"schema A concrete\n  varying int a = x\n", 2},
      {"schema A concrete\n  varying int\n", 2},
      {"schema A concrete\n  rel r = 1\n", 2},
      {"schema A concrete\n  hidden = true\n", 2},
      {"schema A concrete\n  varying int a\n    nosuchfield = 1\n", 3},
      {"schema A concrete\n  varying int a\n    hidden = maybe\n", 3},
      {"schema A concrete\n  family B x\n", 2},
      {"kind\n", 1},
      {"= 1\n", 1},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    const Definitions definitions(readSchemaFacts(c.text, diagnostics), diagnostics);
    ASSERT_EQ(diagnostics.entries().size(), 1u) << c.text;
    EXPECT_EQ(diagnostics.entries()[0].code, kUnreadableFact) << c.text;
    EXPECT_EQ(diagnostics.entries()[0].site.line, c.line) << c.text;
  }
}

}  // namespace usdscope
