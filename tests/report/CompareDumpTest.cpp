// SPDX-License-Identifier: Apache-2.0
#include "tests/support/CompareDump.h"

#include <gtest/gtest.h>

namespace usdscope {

TEST(CompareDump, CountsFactsThatAgreeAndThatDiffer) {
  const struct {
    const char* name;
    const char* ours;
    const char* expected;
    std::size_t agreed;
    std::size_t differing;
  } cases[] = {
      {"equal", R"({"a": "x", "b": [1, true, null], "c": {}})",
       R"({"a": "x", "b": [1, true, null], "c": {}})", 3, 0},
      {"another text", R"({"a": "x"})", R"({"a": "y"})", 0, 1},
      {"another integer", R"({"a": 100000000})", R"({"a": 100000001})", 0, 1},
      {"a number is not a bool", R"({"a": 1})", R"({"a": true})", 0, 1},
      {"null is not a number", R"({"a": null})", R"({"a": 0.0})", 0, 1},
      {"a whole float may be an integer", R"({"a": 1})", R"({"a": 1.0})", 1, 0},
      {"single precision", R"({"a": 1000.01})", R"({"a": 1000.0})", 1, 0},
      {"beyond single precision", R"({"a": 1000.1})", R"({"a": 1000.0})", 0, 1},
      {"near nothing", R"({"a": 9e-7})", R"({"a": 0.0})", 1, 0},
      {"as exact as the vector's largest", R"({"a": [0.01, 1000.0]})", R"({"a": [0.0, 1000.0]})", 1,
       0},
      {"longer lists are not vectors", R"({"a": [0.01, 1e3, 1.0, 1.0, 1.0]})",
       R"({"a": [0.0, 1e3, 1.0, 1.0, 1.0]})", 0, 1},
      {"not finite", R"({"a": "nan"})", R"({"a": "nan"})", 1, 0},
      {"times are exact", R"({"samples": {"last": 24.0001}})", R"({"samples": {"last": 24.0}})", 0,
       1},
      {"sums over magnitudes", R"({"sum": 0.01, "sumabs": 1000.0})",
       R"({"sum": 0.0, "sumabs": 1000.0})", 2, 0},
      {"a fact of ours alone", R"({"a": 1, "b": {"c": 1, "d": 2}})", R"({"a": 1})", 1, 1},
      {"facts that ours lacks", R"({"a": 1})", R"({"a": 1, "b": {"c": 1, "d": [2, {"e": 3}]}})", 1,
       3},
      {"lists of other lengths", R"({"a": [[1], [2]]})", R"({"a": [[1], [2], [3]]})", 0, 3},
      {"a list by position", R"({"a": [[1], [3]]})", R"({"a": [[1], [2]]})", 1, 1},
      {"a list by path", R"({"p": [{"path": "/B", "x": 1}]})",
       R"({"p": [{"path": "/A", "x": 1}, {"path": "/B", "x": 1}]})", 2, 2},
      {"a list by path in another order", R"({"p": [{"path": "/B"}, {"path": "/A"}]})",
       R"({"p": [{"path": "/A"}, {"path": "/B"}]})", 2, 1},
      {"a fact the reference could not give", R"({"a": 1, "b": 7})",
       R"({"a": 1, "b": {"error": "RuntimeError"}})", 1, 0},
      {"the reference's version", R"({"a": 1})", R"({"a": 1, "reference": "26.11"})", 1, 0},
      {"definitions only there", R"({"a": 1})", R"({"a": 1, "definitions": {"X": 1}})", 1, 0},
      {"definitions only here", R"({"a": 1, "definitions": {"X": 1}})", R"({"a": 1})", 1, 0},
      {"definitions on both sides", R"({"definitions": {"X": 2}})", R"({"definitions": {"X": 1}})",
       0, 1},
      {"errors only there", R"({"stage": {}})", R"({"stage": {"compositionErrors": {"Cycle": 1}}})",
       0, 0},
  };
  for (const auto& c : cases) {
    const DumpComparison comparison = compareDumps(parseJson(c.ours), parseJson(c.expected));
    EXPECT_EQ(comparison.agreed, c.agreed) << c.name << ": " << comparison.text();
    EXPECT_EQ(comparison.differing, c.differing) << c.name << ": " << comparison.text();
    EXPECT_EQ(comparison.differences.empty(), c.differing == 0) << c.name;
  }
}

TEST(CompareDump, ShowsTheFirstDifferencesWithTheirPlace) {
  const Json ours = parseJson(R"({"prims": [{"path": "/A", "kind": "group", "type": "X"}]})");
  const Json expected = parseJson(R"({"prims": [{"path": "/A", "kind": "", "type": "Y"}]})");
  const DumpComparison comparison = compareDumps(ours, expected, 1);
  EXPECT_EQ(comparison.differing, 2u);
  ASSERT_EQ(comparison.differences.size(), 1u);
  EXPECT_EQ(comparison.differences[0], "/prims/[/A]/kind: ours \"group\", expected \"\"");
}

TEST(CompareDump, OtherFilesAreRefused) { EXPECT_FALSE(readDump("/no/such/dump.json.gz")); }

}  // namespace usdscope
