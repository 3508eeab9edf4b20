// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/FieldDefinitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/layer/FactText.h"
#include "engine/layer/Fields.h"
#include "engine/layer/detail/FieldFacts.h"

namespace usdscope {

TEST(FieldDefinitions, FieldsHaveTypesSpecsAndFallbacks) {
  const Token token("token");
  const struct {
    const char* name;
    FieldType type;
    const char* dataType;
    unsigned specs;
    bool isMetadata;
    Value fallback;
  } cases[] = {
      {"apiSchemas", FieldType::TokenListOp, "", kOnPrim | kOnVariant, true, {}},
      {"elementSize", FieldType::Data, "int", kOnAttribute, true, Value(1)},
      {"interpolation", FieldType::Data, "token", kOnAttribute, true, Value(Token("constant"))},
      {"metersPerUnit", FieldType::Data, "double", kOnLayer, true, Value(0.01)},
      {"weight", FieldType::Data, "float", kOnAttribute, true, Value(0.0f)},
      {"clips", FieldType::Dictionary, "", kOnPrim | kOnVariant, true, {}},
      {"clipSets", FieldType::StringListOp, "", kOnPrim | kOnVariant, true, {}},
      {"inactiveIds", FieldType::Int64ListOp, "", kOnPrim | kOnVariant, true, {}},
      {"payloadAssetDependencies", FieldType::Data, "asset[]", kOnPrim | kOnVariant, true, {}},
      {"active", FieldType::Data, "bool", kOnPrim | kOnVariant, true, Value(true)},
      {"upAxis", FieldType::Data, "token", kOnLayer, true, Value(Token("Y"))},
      {"default", FieldType::Any, "", kOnAttribute | kOnRelationship, false, {}},
      {"references", FieldType::ReferenceListOp, "", kOnPrim | kOnVariant, false, {}},
      {"typeName", FieldType::Data, "token", kOnPrim | kOnVariant | kOnAttribute, false, {}},
      {"subLayers", FieldType::StringVector, "", kOnLayer, false, {}},
      {"noLoadHint", FieldType::Data, "bool", kOnRelationship, true, Value(false)},
  };
  for (const auto& c : cases) {
    const FieldDefinition* field = FieldDefinitions::builtin().find(Token(c.name));
    ASSERT_TRUE(field) << c.name;
    EXPECT_EQ(field->type, c.type) << c.name;
    EXPECT_EQ(field->dataType ? field->dataType->name.string() : "", c.dataType) << c.name;
    EXPECT_EQ(field->specs, c.specs) << c.name;
    EXPECT_EQ(field->isMetadata, c.isMetadata) << c.name;
    EXPECT_EQ(field->fallback, c.fallback) << c.name;
  }
  EXPECT_FALSE(FieldDefinitions::builtin().find(Token("noSuchField")));
}

TEST(FieldDefinitions, FieldsAreSortedAndUnique) {
  const auto fields = FieldDefinitions::builtin().all();
  EXPECT_GT(fields.size(), 75u);
  for (std::size_t i = 1; i < fields.size(); ++i) {
    EXPECT_TRUE(textLess(fields[i - 1].name, fields[i].name)) << fields[i].name.text();
  }
}

TEST(FieldDefinitions, EveryLineOfTheFactsIsUnderstood) {
  FactLines lines(detail::fieldFacts());
  FactLine line;
  std::size_t count = 0;
  while (lines.next(line)) {
    ++count;
    ASSERT_EQ(line.words.size(), 4u) << line.number;
    EXPECT_TRUE(line.words[0] == "metadata" || line.words[0] == "field") << line.number;
    const FieldDefinition* field = FieldDefinitions::builtin().find(Token(line.words[2]));
    ASSERT_TRUE(field) << line.number;
    EXPECT_NE(field->specs, 0u) << line.number;
    EXPECT_EQ(field->type == FieldType::Data, field->dataType != nullptr) << line.number;
    EXPECT_EQ(!field->fallback.isEmpty(), line.value.has_value()) << line.number;
  }
  EXPECT_EQ(count, FieldDefinitions::builtin().all().size());
}

TEST(FactText, ReadsValuesOfEveryShape) {
  const struct {
    const char* type;
    const char* text;
    Value value;
  } cases[] = {
      {"bool", "true", Value(true)},
      {"int", "-1", Value(-1)},
      {"float", "0.1", Value(0.1f)},
      {"double", "1e-3", Value(1e-3)},
      {"half", "0.5", Value(Half(0.5f))},
      {"timecode", "2", Value(TimeCodeValue{2.0})},
      {"string", R"("a \"b\" \\ \n")", Value(std::string("a \"b\" \\ \n"))},
      {"string", "\"\"", Value(std::string())},
      {"token", "\"x, y\"", Value(Token("x, y"))},
      {"asset", "\"a.usd\"", Value(AssetPath{.authored = "a.usd"})},
      {"float3", "[1, 2, 3]", Value(glm::vec3(1, 2, 3))},
      {"quatf", "[1, 0, 0, 0.5]", Value(glm::quat(1, 0, 0, 0.5f))},
      {"matrix2d", "[[1, 2], [3, 4]]", Value(glm::dmat2(1, 2, 3, 4))},
      {"int[]", "[]", Value(Array<std::int32_t>())},
      {"token[]", R"(["a", "b"])", Value(Array<Token>{Token("a"), Token("b")})},
      {"float2[]", "[[0, 1], [2, 3]]", Value(Array<glm::vec2>{{0, 1}, {2, 3}})},
  };
  for (const auto& c : cases) {
    const TypeName* type = findTypeName(Token(c.type));
    ASSERT_TRUE(type) << c.type;
    EXPECT_EQ(readFactValue(c.text, *type), c.value) << c.type << ' ' << c.text;
  }
  const Value infinity = readFactValue("-inf", *findTypeName(Token("float")));
  EXPECT_EQ(infinity.valueOr(0.0f), -std::numeric_limits<float>::infinity());
}

TEST(FactText, GivesNothingForTextThatDoesNotFit) {
  const struct {
    const char* type;
    const char* text;
  } cases[] = {{"int", ""},
               {"int", "1 2"},
               {"int", "x"},
               {"bool", "1"},
               {"float3", "[1, 2]"},
               {"string", "\"open"},
               {"token", "bare"},
               {"string", "\"\\"},
               {"int", "99999999999"},
               {"float2[]", "[1, 2, 3]"},
               {"opaque", "1"}};
  for (const auto& c : cases) {
    EXPECT_TRUE(readFactValue(c.text, *findTypeName(Token(c.type))).isEmpty())
        << c.type << ' ' << c.text;
  }
}

TEST(FactText, RunsThroughLines) {
  FactLines lines("# comment\n\n  one two = [1, 2]\nthree\nlast =");
  FactLine line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line.number, 3);
  EXPECT_EQ(line.words, (std::vector<std::string_view>{"one", "two"}));
  ASSERT_TRUE(line.value);
  EXPECT_EQ(*line.value, " [1, 2]");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line.number, 4);
  EXPECT_FALSE(line.value);
  ASSERT_TRUE(lines.next(line));
  ASSERT_TRUE(line.value);
  EXPECT_TRUE(line.value->empty());
  EXPECT_FALSE(lines.next(line));
}

}  // namespace usdscope
