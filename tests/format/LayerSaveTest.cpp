// SPDX-License-Identifier: Apache-2.0
#include "engine/format/LayerSave.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "engine/format/usda/UsdaWriter.h"
#include "engine/layer/FieldDefinitions.h"
#include "engine/layer/LayerBuilder.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

class LayerSave : public ::testing::Test {
 protected:
  ~LayerSave() override {
    std::error_code ignored;
    fs::permissions(folder_.path(), fs::perms::owner_all, ignored);  // so that it can be removed
  }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string textOf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t fileCount() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  const TemporaryFolder folder_;
  Diagnostics diagnostics_;
  const std::shared_ptr<const Layer> layer_ =
      readLayer(FileBytes::fromText("#usda 1.0\n\ndef \"A\"\n{\n}\n\n"), {"test"}, diagnostics_);
};

}  // namespace

TEST_F(LayerSave, TypesThatATextCannotHaveAreReported) {
  LayerBuilder builder;
  const auto prim = builder.addPath(Path::fromText("/A"));
  const auto add = [&](const char* name, const char* type) {
    builder.setPropertyField(builder.addProperty(prim, Token(name), PropertyKind::Attribute),
                             fields::kTypeName, Value(Token(type)));
  };
  builder.setPrimField(prim, fields::kTypeName,
                       Value(Token("Sk\x1b"
                                   "el")));
  add("known", "float3[]");
  add("unknown", "Odd.Type[]");
  add("bad", "two words");
  const auto layer = builder.build({"test"});
  EXPECT_TRUE(saveLayer(*layer, path("a.usdc"), {}, FieldDefinitions::builtin(), diagnostics_));
  EXPECT_TRUE(diagnostics_.isEmpty());
  EXPECT_TRUE(saveLayer(*layer, path("a.usda"), {}, FieldDefinitions::builtin(), diagnostics_));
  ASSERT_EQ(diagnostics_.entries().size(), 2u);
  for (const Diagnostic& entry : diagnostics_.entries()) EXPECT_EQ(entry.code, kUnreadableType);
  EXPECT_EQ(diagnostics_.entries()[0].site.path, "/A");
  EXPECT_EQ(diagnostics_.entries()[1].site.path, "/A.bad");
}

TEST_F(LayerSave, NameDecidesTheFormat) {
  const struct {
    const char* name;
    std::optional<LayerFormat> asked;
    const char* start;
  } cases[] = {
      {"a.usda", {}, "#usda"},
      {"a.usdc", {}, "PXR-USDC"},
      {"a.usd", {}, "PXR-USDC"},
      {"b.usd", LayerFormat::Usda, "#usda"},
      {"b.usd", {}, "#usda"},  // An existing file keeps its format.
      {"b.usd", LayerFormat::Usdc, "PXR-USDC"},
      {"b.usd", {}, "PXR-USDC"},
      {"c.USDA", {}, "#usda"},
      {"c.UsdC", {}, "PXR-USDC"},
      {"c.USD", LayerFormat::Usda, "#usda"},
      {"c.USD", {}, "#usda"},
  };
  for (const auto& c : cases) {
    EXPECT_TRUE(
        saveLayer(*layer_, path(c.name), c.asked, FieldDefinitions::builtin(), diagnostics_))
        << c.name;
    EXPECT_TRUE(textOf(path(c.name)).starts_with(c.start)) << c.name;
  }
  EXPECT_TRUE(diagnostics_.isEmpty());
}

TEST_F(LayerSave, OtherNamesAreRefusedAndTheMessageNamesThoseThatWork) {
  for (const char* name : {"a.txt", "a", "a.usdz", "a.USDZ", "a.b/usda"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(saveLayer(*layer_, path(name), {}, FieldDefinitions::builtin(), diagnostics));
    ASSERT_EQ(diagnostics.entries().size(), 1u) << name;
    EXPECT_NE(diagnostics.entries()[0].message.find(".usdc"), std::string::npos) << name;
  }
  EXPECT_FALSE(saveLayer(*layer_, path("a.usda"), LayerFormat::Usdc, FieldDefinitions::builtin(),
                         diagnostics_));
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(LayerSave, CallersAreAskedBetweenWritingAndReplacing) {
  for (const char* name : {"a.usda", "a.usdc"}) {
    std::ofstream(path(name)) << "old";
    std::size_t filesThen = 0;
    const auto answer = [&](bool mayReplace) {
      return [&filesThen, this, mayReplace] {
        filesThen = fileCount();
        return mayReplace;
      };
    };
    const std::size_t before = fileCount();
    EXPECT_FALSE(saveLayer(*layer_, path(name), {}, FieldDefinitions::builtin(), diagnostics_,
                           answer(false)));
    EXPECT_EQ(filesThen, before + 1) << "the new file is written";
    EXPECT_EQ(textOf(path(name)), "old");
    EXPECT_EQ(fileCount(), before);
    EXPECT_TRUE(saveLayer(*layer_, path(name), {}, FieldDefinitions::builtin(), diagnostics_,
                          answer(true)));
    EXPECT_NE(textOf(path(name)), "old");
    EXPECT_EQ(fileCount(), before);
  }
  EXPECT_TRUE(diagnostics_.isEmpty());
}

TEST_F(LayerSave, AFailureLeavesTheOldFileAndNothingElse) {
  const std::string file = path("a.usda");
  ASSERT_EQ(replaceFile(file, "old"), "");
  fs::create_directory(path("folder.usda"));
  EXPECT_NE(replaceFile(path("folder.usda"), "new"), "");
  EXPECT_EQ(replaceFile(path("missing/a.usda"), "new"),
            "The file cannot be written: there is no folder '" + path("missing") + "'.");
  EXPECT_EQ(textOf(file), "old");
  EXPECT_EQ(fileCount(), 2u);
}

TEST_F(LayerSave, PermissionsStayAndLinksAreFollowed) {
  const std::string file = path("a.usda");
  ASSERT_EQ(replaceFile(file, "old"), "");
  const auto perms = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(file, perms);
  fs::create_symlink("a.usda", path("link.usda"));
  ASSERT_EQ(replaceFile(path("link.usda"), "new"), "");
  EXPECT_EQ(textOf(file), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.usda")));
  EXPECT_EQ(fs::status(file).permissions(), perms);
}

TEST_F(LayerSave, ALinkToNothingIsWrittenWhereItPoints) {
  fs::create_directory(path("there"));
  fs::create_symlink("there/second.usda", path("first.usda"));
  fs::create_symlink("new.usda", path("there/second.usda"));
  ASSERT_EQ(replaceFile(path("first.usda"), "new"), "");
  EXPECT_TRUE(fs::is_symlink(path("first.usda")));
  EXPECT_TRUE(fs::is_symlink(path("there/second.usda")));
  EXPECT_EQ(textOf(path("there/new.usda")), "new");

  fs::create_symlink("circle.usda", path("circle.usda"));
  EXPECT_NE(replaceFile(path("circle.usda"), "new"), "");
  EXPECT_TRUE(fs::is_symlink(path("circle.usda")));
}

TEST_F(LayerSave, ALargeTextIsWrittenPieceByPiece) {
  std::string text = "#usda 1.0\n\n";
  for (int i = 0; i < 3000; ++i) {
    text += "def \"P" + std::to_string(i) + "\"\n{\n    string s = \"" + std::string(1000, 'x') +
            "\"\n}\n\n";
  }
  text += "def \"Last\"\n{\n    duration d = 1\n}\n\n";  // Needs the latest version of the format.
  const auto layer = readLayer(FileBytes::fromText(text), {"test"}, diagnostics_);
  ASSERT_TRUE(layer);
  const std::string file = path("large.usda");
  ASSERT_TRUE(saveLayer(*layer, file, {}, FieldDefinitions::builtin(), diagnostics_));
  text[std::string_view("#usda 1.").size()] = '4';
  EXPECT_EQ(textOf(file), text);
  EXPECT_EQ(writeUsda(*layer), text);
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(LayerSave, AFailureInBetweenLeavesTheOldFile) {
  const std::string file = path("a.usda");
  ASSERT_EQ(replaceFile(file, "old"), "");
  const std::string problem = replaceFile(file, [](TextSink& sink) {
    sink.write("half");
    return false;
  });
  EXPECT_NE(problem, "");
  EXPECT_EQ(textOf(file), "old");
  EXPECT_EQ(fileCount(), 1u);
}

#ifndef _WIN32
TEST_F(LayerSave, AProtectedFileStaysAsItIs) {
  const std::string file = path("a.usda");
  ASSERT_EQ(replaceFile(file, "old"), "");
  fs::permissions(file, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  fs::permissions(folder_.path(), fs::perms::all);
  // The superuser may write read-only files.
  constexpr uid_t kNobody = 65534;
  const bool isRoot = ::geteuid() == 0;
  if (isRoot) {
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const std::string problem = replaceFile(file, "new");
  if (isRoot) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_NE(problem.find("Insufficient permissions"), std::string::npos) << problem;
  EXPECT_EQ(textOf(file), "old");
  EXPECT_EQ(fileCount(), 1u);
}
#endif

}  // namespace usdscope
