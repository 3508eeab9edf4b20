// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include "engine/base/Json.h"

#include "engine/definitions/Definitions.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Json = nlohmann::json;

// Values as the script writes them.
template <typename T>
  requires(std::is_arithmetic_v<T>)
Json toJson(T number) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  }
  return number;
}
Json toJson(Half number) { return toJson(float(number)); }
Json toJson(BoolByte b) { return bool(b); }
Json toJson(TimeCodeValue time) { return toJson(time.time); }
Json toJson(DurationValue time) { return toJson(time.time); }
Json toJson(const std::string& text) { return text; }
Json toJson(Token text) { return text.string(); }
Json toJson(const AssetPath& path) { return path.authored; }
Json toJson(const PathExpression& expression) { return expression.text; }
Json toJson(OpaqueValue) { return nullptr; }

template <glm::length_t N, typename T>
Json toJson(const glm::vec<N, T>& vector) {
  Json out = Json::array();
  for (glm::length_t i = 0; i < N; ++i) out.push_back(toJson(vector[i]));
  return out;
}
template <glm::length_t N>
Json toJson(const glm::mat<N, N, double>& matrix) {
  Json out = Json::array();
  for (glm::length_t i = 0; i < N; ++i) out.push_back(toJson(matrix[i]));
  return out;
}
template <std::size_t N>
Json toJson(const std::array<Half, N>& vector) {
  Json out = Json::array();
  for (const Half component : vector) out.push_back(toJson(component));
  return out;
}
template <typename T>
Json toJson(const glm::qua<T>& q) {
  return Json::array({toJson(q.w), toJson(q.x), toJson(q.y), toJson(q.z)});
}
Json toJson(const HalfQuat& q) {
  const auto& [i, j, k, real] = q.ijkr;
  return Json::array({toJson(real), toJson(i), toJson(j), toJson(k)});
}
template <typename T>
Json toJson(const Array<T>& array) {
  Json out = Json::array();
  for (const T& element : array) out.push_back(toJson(element));
  return out;
}

Json valueJson(const Value& value) {
  Json out;
  visitData(value, [&](const auto& data) { out = toJson(data); });
  return out;
}

Json propertyJson(const PropertyDefinition& property) {
  Json out = Json::array();
  if (property.isRelationship()) {
    out.push_back("relationship");
  } else {
    out.push_back(property.type->name.string());
    out.push_back(property.variability == Variability::Uniform ? "uniform" : "varying");
    out.push_back(valueJson(property.fallback));
  }
  Json metadata;
  for (const auto& [name, value] : property.metadata) metadata[name.string()] = valueJson(value);
  if (!metadata.is_null()) out.push_back(metadata);
  return out;
}

/// Dumps have numbers with fewer digits than a float32 and assets as objects.
bool isAlike(const Json& ours, const Json& theirs) {
  if (theirs.is_number_float() && ours.is_number()) {
    const double a = ours.get<double>();
    const double b = theirs.get<double>();
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
  }
  if (theirs.is_object() && theirs.contains("asset")) return ours == theirs["asset"];
  if (theirs.is_array() && ours.is_array() && ours.size() == theirs.size()) {
    return std::equal(ours.begin(), ours.end(), theirs.begin(), isAlike);
  }
  return ours == theirs;
}

void checkCase(const Json& expected) {
  const bool isFromDump = expected.contains("from");  // Dumps have no metadata of definitions.
  std::vector<Token> apis;
  for (const auto& api : expected["apis"]) apis.push_back(Token(api.get<std::string>()));
  const PrimDefinition& definition =
      Definitions::builtin().primDefinition(Token(expected["type"].get<std::string>()), apis);
  const std::string name = expected["type"].dump() + expected["apis"].dump();

  Json schemas = Json::array();
  for (const Token api : definition.apiSchemas()) schemas.push_back(api.string());
  EXPECT_EQ(schemas, expected["apiSchemas"]) << name;

  EXPECT_EQ(definition.properties().size(), expected["properties"].size()) << name;
  for (const auto& [property, facts] : expected["properties"].items()) {
    const PropertyDefinition* found = definition.findProperty(Token(property));
    if (!found) {
      ADD_FAILURE() << name << " lacks " << property;
      continue;
    }
    Json ours = propertyJson(*found);
    if (isFromDump && ours.back().is_object()) ours.erase(ours.size() - 1);
    EXPECT_TRUE(isAlike(ours, facts))
        << name << ' ' << property << "\n  ours: " << ours << "\n  reference: " << facts;
  }
}

void checkFile(const std::filesystem::path& path, std::size_t leastCount) {
  std::ifstream file(path);
  const Json cases = parseJson(file);
  ASSERT_TRUE(cases.is_array()) << path;
  EXPECT_GE(cases.size(), leastCount);
  for (const Json& expected : cases) checkCase(expected);
}

}  // namespace

// Written by tests/oracle/make_definitions.py, which also writes further files: for all pairs of
// schemas, and from a folder of dumps.
TEST(ReferenceCases, Agree) {
  checkFile(testAssetsPath() / "definitions/cases.json", 120);
  if (const char* further = std::getenv("USDSCOPE_DEFINITION_CASES")) checkFile(further, 1);
}

}  // namespace usdscope
