// SPDX-License-Identifier: Apache-2.0
#include "engine/value/TypeName.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/TestAssets.h"

namespace usdscope {

// Names and aliases from tests/oracle/make_core_cases.py; an empty type: the reference has none.
TEST(TypeName, NamesStandForWhatTheReferenceSays) {
  std::ifstream file(testAssetsPath() / "core/types.json");
  const auto cases = nlohmann::json::parse(file, nullptr, false);
  ASSERT_TRUE(cases.is_array() && cases.size() > 100);
  for (const auto& c : cases) {
    const TypeName* found = findTypeName(Token(c["name"].get<std::string>()));
    ASSERT_EQ(found != nullptr, c["type"] != "") << c;
    if (!found) continue;
    EXPECT_EQ(found->name.text(), c["type"].get<std::string>()) << c;
    EXPECT_EQ(found->role.text(), c["role"].get<std::string>()) << c;
    EXPECT_EQ(found->isArray, c["isArray"].get<bool>()) << c;
    EXPECT_EQ(found->defaultValue.kind(), found->kind) << c;
    EXPECT_EQ(found->defaultValue.isArray(), found->isArray) << c;
  }
}

TEST(TypeName, EveryKindHasAPlainType) {
  for (int kind = 0; kind < int(ValueKind::Other); ++kind) {
    for (const bool isArray : {false, true}) {
      const TypeName& type = typeNameOf(ValueKind(kind), isArray);
      EXPECT_EQ(type.kind, ValueKind(kind));
      EXPECT_EQ(type.isArray, isArray);
      EXPECT_TRUE(type.role.isEmpty()) << type.name.text();
      const bool hasName = !isArray || type.kind != ValueKind::Opaque;
      EXPECT_EQ(findTypeName(type.name), hasName ? &type : nullptr);
    }
  }
}

TEST(TypeName, DefaultsAreZeroOrIdentity) {
  const struct {
    const char* name;
    Value value;
  } cases[] = {
      {"bool", Value(false)},
      {"int", Value(0)},
      {"color3f", Value(glm::vec3(0))},
      {"quatf", Value(glm::quat(1, 0, 0, 0))},
      {"quath", Value(HalfQuat{{Half(), Half(), Half(), Half(1.0f)}})},
      {"matrix2d", Value(glm::dmat2(1))},
      {"frame4d", Value(glm::dmat4(1))},
      {"string", Value(std::string())},
      {"float3[]", Value(Array<glm::vec3>())},
  };
  for (const auto& c : cases) {
    const TypeName* type = findTypeName(Token(c.name));
    ASSERT_NE(type, nullptr) << c.name;
    EXPECT_EQ(type->defaultValue, c.value) << c.name;
  }
}

TEST(ValueType, OnlyContinuousKindsInterpolate) {
  for (const ValueKind kind : {ValueKind::Half, ValueKind::Float3, ValueKind::TimeCode,
                               ValueKind::Matrix4d, ValueKind::Quath}) {
    EXPECT_TRUE(isInterpolating(kind));
  }
  for (const ValueKind kind : {ValueKind::Int, ValueKind::Int3, ValueKind::Bool, ValueKind::Token,
                               ValueKind::String, ValueKind::Asset, ValueKind::Other}) {
    EXPECT_FALSE(isInterpolating(kind));
  }
}

}  // namespace usdscope
