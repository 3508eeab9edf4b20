// SPDX-License-Identifier: Apache-2.0
#include "engine/gl/ShaderText.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/gl/ShaderFile.h"

namespace usdscope {
namespace {

ShaderReader readerOf(std::map<std::string, std::string, std::less<>> files) {
  return [files = std::move(files)](std::string_view name) -> std::optional<std::string> {
    const auto found = files.find(name);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace

TEST(ShaderText, IncludesKeepFileAndLine) {
  const auto read =
      readerOf({{"a.vert", "one\n#include \"b.glsl\"\nthree\n"}, {"b.glsl", "two\n"}});
  const ShaderText text = assembleShader("a.vert", {ShaderFeature::Cutout}, read);
  EXPECT_EQ(text.problem, "");
  EXPECT_EQ(text.text,
            "#version 450 core\n#define USDSCOPE_CUTOUT 1\n#line 1 0\none\n#line 1 1\ntwo\n#line 3 "
            "0\nthree\n");
  EXPECT_EQ(text.files, (std::vector<std::string>{"a.vert", "b.glsl"}));
}

TEST(ShaderText, AFileIsIncludedOnce) {
  const auto read = readerOf({{"a", "#include \"b\"\n#include \"c\"\n"},
                              {"b", "#include \"c\"\n#include \"a\"\nb\n"},
                              {"c", "c\n"}});
  const ShaderText text = assembleShader("a", {}, read);
  EXPECT_EQ(text.problem, "");
  EXPECT_EQ(text.files, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(ShaderText, AMissingIncludeSaysWhereItStands) {
  const auto read = readerOf({{"a", "x\n#include \"b\"\n"}, {"b", "\n\n#include \"c\"\n"}});
  const ShaderText text = assembleShader("a", {}, read);
  EXPECT_EQ(text.problem, "a:2: b:3: There is no shader file c.");
}

TEST(ShaderText, MessagesNameFiles) {
  const std::vector<std::string> files{"mesh/a.frag", "common/b.glsl"};
  const struct {
    const char* driver;
    const char* log;
    const char* named;
  } cases[] = {
      {"Mesa", "1:23(5): error: `x' undeclared\n0:2(1): warning: w",
       "common/b.glsl:23: error: `x' undeclared\nmesh/a.frag:2: warning: w"},
      {"NVIDIA", "1(23) : error C1503: undefined", "common/b.glsl:23 : error C1503: undefined"},
      {"others", "ERROR: 0:4: 'x' : undeclared", "ERROR: mesh/a.frag:4: 'x' : undeclared"},
      {"unknown file", "7:23(5): error: x", "7:23(5): error: x"},
      {"no place", "linking failed", "linking failed"},
  };
  for (const auto& c : cases) EXPECT_EQ(namedLog(c.log, files), c.named) << c.driver;
}

TEST(ShaderText, EveryIncludeOfTheProgramsShadersIsThere) {
  const auto read = [](std::string_view name) -> std::optional<std::string> {
    for (const ShaderFile& file : embeddedShaders()) {
      if (file.name == name) return std::string(file.text);
    }
    return std::nullopt;
  };
  ASSERT_FALSE(embeddedShaders().empty());
  for (const ShaderFile& file : embeddedShaders()) {
    EXPECT_EQ(assembleShader(file.name, {}, read).problem, "") << file.name;
  }
}

}  // namespace usdscope
