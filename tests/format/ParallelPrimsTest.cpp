// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/ParallelPrims.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/Parallel.h"
#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usda/UsdaWriter.h"
#include "engine/format/usda/detail/PrimSkim.h"
#include "tests/support/Corpora.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

// Small enough to read the prims of any text on several threads.
constexpr std::size_t kTiny = 24;

/// The complete result of reading a text: the layer as text with its rows, and the diagnostics.
std::string outcomeOf(std::string_view text, std::size_t parallelFrom) {
  Diagnostics diagnostics;
  const auto layer = readUsda(FileBytes::fromText(std::string(text)), {"test.usda"}, diagnostics,
                              {.parallelFrom = parallelFrom});
  std::string outcome;
  for (const Diagnostic& entry : diagnostics.entries()) outcome += toText(entry) + '\n';
  if (!layer) return outcome + "refused";
  outcome += writeUsda(*layer);
  for (std::uint32_t row = 0; row < layer->primRowCount(); ++row) {
    const PrimSpec prim(layer.get(), row);
    outcome += std::string(prim.path().text()) + ' ' + std::to_string(prim.childCount()) + ' ' +
               std::to_string(prim.propertyCount()) + '\n';
  }
  return outcome;
}

void expectSameBothWays(std::string_view text, const std::string& name) {
  const std::string inOrder = outcomeOf(text, text.size() + 1);
  EXPECT_EQ(outcomeOf(text, kTiny), inOrder) << name;
}

// Calls `use(text, name)` for all texts in a folder, except for large ones.
template <typename Use>
void forEachText(const fs::path& folder, std::size_t most, const Use& use) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".usda") continue;
    const auto file = readFileBytes(entry.path().string());
    if (file.bytes && file.bytes->byteSize() <= most) {
      use(file.bytes->text(), entry.path().string());
    }
  }
}

class ParallelPrims : public testing::Test {
 protected:
  void SetUp() override { setThreadCount(4); }
  void TearDown() override { setThreadCount(0); }
};

}  // namespace

TEST(PrimSkim, FindsWhereAPrimEnds) {
  const struct {
    std::string_view prim;
    std::string_view padding;
  } cases[] = {
      {"def \"A\" {}", "\n"},
      {"def \"A\" (doc = \"}\") { int a = 1 }", "  # }\n\n"},
      {"def \"A\" ( customData = { int a = 1 } ) { over \"B\" { } }", " /* } */ \n"},
      {"def \"A\" { string s = '\\'}' }", ""},
      {"def \"A\" { string s = \"\"\"}\n\"}\"\"\" }", "// }\n"},
      {"def \"A\" { asset a = @}@\nasset b = @@\nasset c = @@@}\\@@@}@@@@@ }", "\t"},
      {"def \"A\" { # }\n// }\n/* } */ }", "\r\n"},
      {"def \"A\" { rel r = </A{v=x}B> }", "\n"},
  };
  for (const auto& c : cases) {
    for (const std::string_view next : {"", "def \"B\" {}", "}"}) {
      const std::string text =
          "over \"Z\" {} " + std::string(c.prim) + std::string(c.padding) + std::string(next);
      EXPECT_EQ(usda::skimPrim(text, 12, text.size()), 12 + c.prim.size() + c.padding.size())
          << text;
      EXPECT_EQ(usda::skimPrim(text, 12, 12 + c.prim.size() - 1), std::string_view::npos) << text;
    }
  }
  for (const std::string_view broken :
       {"", "def \"A\"", "def \"A\" }", "def \"A\" ) {}", "def \"A\" { \"a\n\" }",
        "def \"A\" { @a }", "def \"A\" { /* }", "def \"A\" { \"\"\"\"\" }", "def \"A\" { @@@a@@ }",
        "def \"A\" { '\\"}) {
    EXPECT_EQ(usda::skimPrim(broken, 0, broken.size()), std::string_view::npos) << broken;
  }
}

TEST_F(ParallelPrims, GiveTheLayerThatReadingInOrderGives) {
  std::size_t count = 0;
  forEachText(testAssetsPath(), 1 << 20, [&](std::string_view text, const std::string& name) {
    ++count;
    expectSameBothWays(text, name);
  });
  EXPECT_GT(count, 100u);
}

TEST_F(ParallelPrims, BrokenTextsGiveTheErrorsOfReadingInOrder) {
  forEachText(testAssetsPath(), 4000, [&](std::string_view text, const std::string& name) {
    for (std::size_t size = 40; size < text.size(); size += 97) {
      expectSameBothWays(text.substr(0, size), name + " cut at " + std::to_string(size));
      std::string changed(text);
      changed[size] = "}\"{@\n"[size % 5];
      expectSameBothWays(changed, name + " changed at " + std::to_string(size));
    }
  });
}

TEST_F(ParallelPrims, ErrorsAreReportedInOrder) {
  std::string many;
  for (int i = 0; i < 40; ++i) many += "  def \"P" + std::to_string(i) + "\" { int a = 1 }\n";
  const auto around = [&](const std::string& before, const std::string& inside) {
    return "#usda 1.0\ndef \"W\" {\n" + before + many + inside + many.substr(0, 0) + "}\n";
  };
  for (const char* inside :
       {"", "  def \"P7\" {}\n", "  def \"Q\" { int a = }\n", "  def \"Q\" {} def \"R\" {}\n",
        "  def \"Q\" {} }\n", "  int b = 2\n  def \"Q\" {}\n", "  def \"Q\" {}", "  def Q {}\n",
        "  variantSet \"v\" = { \"a\" { def \"X\" {}\n } }\n"}) {
    expectSameBothWays(around("", inside), inside);
    expectSameBothWays(around(inside, "  def \"Last\" {}\n"), inside);
  }
}

TEST_F(ParallelPrims, DeepPrimsGiveTheLayerOfReadingInOrder) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < 300; ++i) text += "def \"D\" {\n";
  for (int i = 0; i < 300; ++i) text += "def \"P" + std::to_string(i) + "\" {}\n";
  for (int i = 0; i < 300; ++i) text += "}\n";
  expectSameBothWays(text, "deep");
}

TEST_F(ParallelPrims, ShareTheirLargeArrays) {
  std::string text = "#usda 1.0\n";
  for (int i = 0; i < 8; ++i) {
    text += "def \"P" + std::to_string(i) + "\" {\n    int[] a = [0";
    for (int k = 1; k < 3000; ++k) text += ", " + std::to_string(k);
    text += "]\n}\n";
  }
  Diagnostics diagnostics;
  const auto layer =
      readUsda(FileBytes::fromText(text), {"a"}, diagnostics, {.parallelFrom = kTiny});
  ASSERT_TRUE(layer);
  const auto arrayOf = [&](const char* path) {
    return layer->findProperty(Path::fromText(path))
        .field(fields::kDefault)
        .valueOr(Array<std::int32_t>());
  };
  ASSERT_EQ(arrayOf("/P0.a").size(), 3000u);
  EXPECT_TRUE(arrayOf("/P7.a").sharesStorageWith(arrayOf("/P0.a")));
}

TEST_F(ParallelPrims, CollectionsGiveTheLayerOfReadingInOrder) {
  const auto corpora = corporaPath();
  if (!corpora) GTEST_SKIP() << kNoCorpora;
  forEachText(
      *corpora / "conformance", 1 << 18,
      [&](std::string_view text, const std::string& name) { expectSameBothWays(text, name); });
}

}  // namespace usdscope
