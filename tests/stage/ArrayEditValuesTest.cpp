// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/stage/Property.h"
#include "tests/support/scene/StageTexts.h"

// Opinions that edit arrays. The expected values are those of usd-core 26.11.

namespace usdscope {
namespace {

using Times = std::vector<double>;

template <typename T>
struct Row {
  TimeCode time;
  std::optional<std::vector<T>> value;  // Empty: no value.
};

/// `x` in two layers.
class EditedAttribute {
 public:
  EditedAttribute(const std::string& strong, const std::string& weak,
                  const std::string& prim = "def \"A\"", const char* name = "x")
      : result_(stageFromTexts(
            {{"/root.usda",
              "#usda 1.2\n(subLayers = [@weak.usda@])\nover \"A\" {\n" + strong + "\n}\n"},
             {"/weak.usda", "#usda 1.2\n" + prim + " {\n" + weak + "\n}\n"}})) {
    EXPECT_TRUE(result_.stage);
    attribute_ = result_.stage->primAt(Path::fromText("/A")).attribute(Token(name));
    EXPECT_TRUE(attribute_);
  }

  const Attribute& attribute() const { return attribute_; }

  template <typename T>
  void expect(const std::vector<Row<T>>& rows) const {
    for (const Row<T>& row : rows) {
      const Value value = attribute_.value(row.time);
      const std::string at = "time " + std::to_string(row.time.isDefault() ? 0 : row.time.time());
      EXPECT_EQ(attribute_.query().value(row.time), value) << at;
      const auto* array = value.find<Array<T>>();
      ASSERT_EQ(array != nullptr, row.value.has_value()) << at;
      if (array) {
        EXPECT_EQ(std::vector<T>(array->begin(), array->end()), *row.value) << at;
      }
    }
  }

 private:
  StageResult result_;
  Attribute attribute_;
};

using Ints = std::vector<Row<std::int32_t>>;
using Doubles = std::vector<Row<double>>;
const TimeCode kDefault = TimeCode::defaultTime();
const std::string kEdit = "int[] x = edit [append 7; prepend 9]\n";

}  // namespace

TEST(ArrayEditValues, DefaultsEditWeakerOpinions) {
  EditedAttribute(kEdit, "int[] x = [1, 2]")
      .expect(Ints{{kDefault, {{9, 1, 2, 7}}}, {1.0, {{9, 1, 2, 7}}}});
  EditedAttribute(kEdit, "").expect(Ints{{kDefault, {{9, 7}}}, {1.0, {{9, 7}}}});
  EditedAttribute(kEdit, "int[] x = edit [append 6]").expect(Ints{{kDefault, {{9, 6, 7}}}});
  EditedAttribute(kEdit, "int[] x = None").expect(Ints{{kDefault, {}}, {0.0, {{9, 7}}}});
}

TEST(ArrayEditValues, DefaultsEditSamples) {
  const EditedAttribute edited(kEdit, "int[] x = [5]\nint[] x.timeSamples = {1: [1], 2: [2, 3]}");
  edited.expect(Ints{{kDefault, {{9, 5, 7}}}, {1.0, {{9, 1, 7}}}, {2.0, {{9, 2, 3, 7}}}});
  EXPECT_EQ(edited.attribute().timeSamples(), (Times{1, 2}));
  EXPECT_TRUE(edited.attribute().mightBeTimeVarying());
}

TEST(ArrayEditValues, SamplesEditDefaults) {
  const EditedAttribute edited("int[] x.timeSamples = {1: [4], 2: edit [append 8], 3: None}",
                               "int[] x = [5]");
  edited.expect(Ints{{kDefault, {{5}}}, {1.0, {{4}}}, {2.0, {{5, 8}}}, {3.0, {}}});
  EditedAttribute("int[] x = [5]\nint[] x.timeSamples = {1: edit [append 7]}", "int[] x = [6]")
      .expect(Ints{{kDefault, {{5}}}, {1.0, {{6, 7}}}});
}

TEST(ArrayEditValues, VaryWhereSamplesTakePart) {
  const struct {
    const char* strong;
    const char* weak;
    bool varies;
  } cases[] = {
      {"int[] x = edit [append 7]", "int[] x = [1]", false},
      {"int[] x = edit [append 7]", "int[] x = edit [append 8]", false},
      {"int[] x = edit [append 7]", "int[] x.timeSamples = {3: [1]}", true},
      {"int[] x = edit [append 7]", "int[] x.timeSamples = {3: edit [append 8]}", true},
      {"int[] x.timeSamples = {3: edit [append 7]}", "int[] x = [1]", true},
      {"int[] x.timeSamples = {3: edit [append 7]}", "", true},
      {"int[] x.timeSamples = {3: None}", "int[] x = edit [append 7]", false},
      {"int[] x.timeSamples = {3: [1]}", "int[] x.timeSamples = {3: [1], 4: [2]}", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(EditedAttribute(c.strong, c.weak).attribute().mightBeTimeVarying(), c.varies)
        << c.strong << " over " << c.weak;
  }
}

TEST(ArrayEditValues, SamplesEditSamples) {
  const EditedAttribute ints("int[] x.timeSamples = {1: edit [append 7], 2: edit [append 8]}",
                             "int[] x.timeSamples = {0: [1], 1.5: [2], 3: [3]}");
  ints.expect(Ints{{0.0, {{1, 7}}}, {1.5, {{2, 7}}}, {2.0, {{2, 8}}}, {3.0, {{3, 8}}}});
  EXPECT_EQ(ints.attribute().timeSamples(), (Times{0, 1, 1.5, 2, 3}));

  EditedAttribute("double[] x.timeSamples = {1: edit [append 7], 2: edit [append 8]}",
                  "double[] x.timeSamples = {0: [0], 4: [4]}")
      .expect(Doubles{{1.0, {{0, 7}}}, {1.5, {{0, 7.5}}}, {2.0, {{0, 8}}}, {3.0, {{2, 8}}}});

  // From an array to an edit.
  EditedAttribute("double[] x.timeSamples = {1: [0, 7], 2: edit [append 8]}", "double[] x = [4]")
      .expect(Doubles{{1.0, {{0, 7}}}, {1.5, {{2, 7.5}}}, {2.0, {{4, 8}}}});
  EditedAttribute("double[] x.timeSamples = {1: [7], 2: edit [append 8]}", "double[] x = [4]")
      .expect(Doubles{{1.0, {{7}}}, {1.5, {{7}}}, {2.0, {{4, 8}}}});
}

TEST(ArrayEditValues, FallbacksAreEditedToo) {
  const EditedAttribute cube("float3[] extent = edit [append (7, 7, 7)]", "", "def Cube \"A\"",
                             "extent");
  const Value value = cube.attribute().value();
  const auto* extent = value.find<Array<glm::vec3>>();
  ASSERT_TRUE(extent);
  ASSERT_EQ(extent->size(), 3u);
  EXPECT_EQ((*extent)[0], glm::vec3(-1));
  EXPECT_EQ((*extent)[2], glm::vec3(7));
}

}  // namespace usdscope
