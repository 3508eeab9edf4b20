// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tools/Tools.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/cli/help/Completions.h"
#include "app/cli/help/ManPages.h"
#include "app/cli/tools/TextDiff.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::string toolFileText(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class ToolNames : public ::testing::Test {
 protected:
  ToolNames() {
    write("a.usda", "#usda 1.0\n\ndef \"A\"\n{\n    double x = 1\n}\n\n");
    write("b.usda", "#usda 1.0\n\ndef \"A\"\n{\n    double x = 2\n}\n\n");
    write("root.usda",
          "#usda 1.0\n(\n    subLayers = [@a.usda@]\n)\n\ndef Xform \"R\" (\n    kind = "
          "\"group\"\n)\n{\n}\n\n");
  }

  void write(const char* name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::string at(const char* name) const { return (folder_ / name).string(); }

  static Ran tool(const char* name, std::vector<std::string> arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const int status =
        runProgram(std::string("/usr/bin/") + name, std::move(arguments), {out, err});
    return {status, out.str(), err.str()};
  }

  const TemporaryFolder folder_;
};

}  // namespace

TEST(TextDiff, HunksAreThoseOfDifflib) {
  // The results of Python: list(difflib.unified_diff(a, b, n=0))[2:].
  const struct {
    const char* first;
    const char* second;
    const char* diff;
  } cases[] = {
      {"", "", ""},
      {"a\nb\n", "a\nb\n", ""},
      {"a\nb\nc\n", "a\nx\nc\n", "@@ -2 +2 @@\n-b\n+x\n"},
      {"a\nc\n", "a\nb\nc\n", "@@ -1,0 +2 @@\n+b\n"},
      {"a\nb\nc\n", "c\n", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
      {"", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"},
      {"x\na\nb\ny\n", "a\nb\nx\ny\n", "@@ -1 +0,0 @@\n-x\n@@ -3,0 +3 @@\n+x\n"},
  };
  for (const auto& c : cases) EXPECT_EQ(unifiedDiff(c.first, c.second), c.diff) << c.first;
}

TEST_F(ToolNames, CatWritesAndRefusesLikeUsdcat) {
  EXPECT_EQ(tool("usdcat", {at("a.usda")}).out, toolFileText(at("a.usda")));
  EXPECT_EQ(tool("usdcat", {at("a.usda"), "-o", at("c.usdc")}).status, 0);
  EXPECT_EQ(tool("usdcat", {at("c.usdc")}).out, toolFileText(at("a.usda")));
  EXPECT_EQ(tool("usdcat", {at("gone.usda")}).status, 1);
  EXPECT_EQ(tool("usdcat", {"--mask", "/A", at("a.usda")}).status, 1);
  EXPECT_EQ(tool("usdcat", {at("a.usda"), at("b.usda"), "-o", at("c.usda")}).status, 1);
  EXPECT_EQ(tool("usdcat", {at("a.usda"), "--usdFormat", "usdc"}).status, 1);
  const Ran loaded = tool("usdcat", {"-l", at("a.usda"), at("gone.usda")});
  EXPECT_EQ(loaded.status, 1);
  EXPECT_EQ(loaded.out, "OK  " + at("a.usda") + "\nERR " + at("gone.usda") + "\n");
  EXPECT_EQ(tool("usdcat", {at("a.usda"), "-o", at("q.usd"), "--usdFormat", "USDA"}).status, 0);
  EXPECT_EQ(toolFileText(at("q.usd")), toolFileText(at("a.usda")));
  // CLI11 gives these statuses: missing arguments, unknown options.
  EXPECT_EQ(tool("usdcat", {}).status, 106);
  EXPECT_EQ(tool("usdcat", {at("a.usda"), "--nonsense"}).status, 109);
  EXPECT_EQ(tool("usdcat.py", {at("a.usda")}).status, 0);
}

TEST_F(ToolNames, TreeShowsTheLayerUnlessItIsFlattened) {
  EXPECT_EQ(tool("usdtree", {at("root.usda")}).out, "/\n `--R [def Xform] (kind = group)\n");
  EXPECT_EQ(tool("usdtree", {"--simple", at("root.usda")}).out, "/\n `--R\n");
  const std::string composed = "/\n |--A [def]\n `--R [def Xform] (kind = group)\n";
  EXPECT_EQ(tool("usdtree", {"--flatten", at("root.usda")}).out, composed);
  EXPECT_EQ(tool("usdtree", {"--flattenLayerStack", at("root.usda")}).out, composed);
  EXPECT_EQ(tool("usdtree", {"--mask", "/A", at("root.usda")}).status, 1);
  EXPECT_EQ(tool("usdtree", {at("gone.usda")}).status, 1);
}

TEST_F(ToolNames, TreeHasNoMarksOfItsOwn) {
  write("load.usda",
        "#usda 1.0\ndef \"P\" (payload = @./a.usda@</A>) {}\n"
        "def \"I\" (\n    instanceable = true\n    references = @./a.usda@</A>\n) {}\n");
  const char* tree = "/\n |--P [def]\n `--I [def]\n";
  EXPECT_EQ(tool("usdtree", {"--flatten", "--unloaded", at("load.usda")}).out, tree);
  EXPECT_EQ(tool("usdtree", {"--flatten", at("load.usda")}).out, tree);
}

TEST_F(ToolNames, DiffPrintsUnifiedHunks) {
  const Ran ran = tool("usddiff", {at("a.usda"), at("b.usda"), "--noeffect"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, "@@ -5 +5 @@\n-    double x = 1\n+    double x = 2\n");
  EXPECT_EQ(tool("usddiff", {at("a.usda"), at("a.usda")}).status, 0);
  EXPECT_EQ(tool("usddiff", {at("a.usda"), at("gone.usda")}).status, 2);
  EXPECT_EQ(tool("usddiff", {"-q", at("a.usda"), at("b.usda")}).out,
            "Files " + at("a.usda") + " and " + at("b.usda") + " differ\n");
  write("a.txt", "text");
  EXPECT_EQ(tool("usddiff", {at("a.usda"), at("a.txt")}).status, 2);
  write("one/x.usda", "#usda 1.0\n");
  write("two/x.usda", "#usda 1.0\n\ndef \"A\"\n{\n}\n\n");
  write("two/y.usda", "#usda 1.0\n");
  const Ran folders = tool("usddiff", {at("one"), at("two")});
  EXPECT_EQ(folders.status, 1);
  EXPECT_NE(folders.out.find("No corresponding file found for " + at("two/y.usda")),
            std::string::npos)
      << folders.out;
  EXPECT_EQ(tool("usddiff", {at("one"), at("one")}).status, 0);
}

TEST_F(ToolNames, DiffReadsFilesByTheirContent) {
  write("noending", toolFileText(at("b.usda")));
  write("depot.tmp", toolFileText(at("root.usda")));
  const char* difference = "@@ -5 +5 @@\n-    double x = 1\n+    double x = 2\n";
  const Ran ran = tool("usddiff", {at("a.usda"), at("noending")});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, difference);
  EXPECT_EQ(tool("usddiff", {at("root.usda"), at("depot.tmp")}).status, 0);
  // Composed, with the sublayer beside it; only the names of the root layers differ.
  const Ran composed = tool("usddiff", {"--flatten", at("a.usda"), at("depot.tmp")});
  EXPECT_EQ(composed.status, 1) << composed.err;
  EXPECT_EQ(composed.err, "");
  EXPECT_EQ(composed.out.find("double x"), std::string::npos) << composed.out;
  EXPECT_NE(composed.out.find("+def Xform \"R\""), std::string::npos) << composed.out;
}

TEST_F(ToolNames, DiffLooksIntoPackages) {
  write("sub/a.usda", toolFileText(at("b.usda")));
  ASSERT_EQ(tool("usdzip", {at("p.usdz"), "-a", at("a.usda")}).status, 0);
  ASSERT_EQ(tool("usdzip", {at("q.usdz"), "-a", at("sub/a.usda")}).status, 0);
  const Ran ran = tool("usddiff", {at("p.usdz"), at("q.usdz")});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(ran.out, "Differences in " + at("p.usdz") + "[a.usda] and " + at("q.usdz") +
                         "[a.usda]:\n@@ -5 +5 @@\n-    double x = 1\n+    double x = 2\n");
  EXPECT_EQ(tool("usddiff", {at("p.usdz"), at("p.usdz")}).status, 0);
  EXPECT_EQ(tool("usddiff", {at("p.usdz"), at("a.usda")}).status, 1);
}

TEST_F(ToolNames, ZipPacksAndLists) {
  const Ran made = tool("usdzip", {at("p"), "-a", at("root.usda"), "-l"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, "root.usda\na.usda\n");
  const Ran dump = tool("usdzip", {"-d", at("p.usdz")});
  EXPECT_TRUE(dump.out.starts_with("    Offset\t      Comp\t    Uncomp\tName\n")) << dump.out;
  EXPECT_TRUE(dump.out.ends_with("----------\n2 files total\n")) << dump.out;
  EXPECT_EQ(tool("usdzip", {}).status, 2);
  EXPECT_EQ(tool("usdzip", {at("p.usdz"), "-c", "-l"}).status, 2);
  EXPECT_EQ(tool("usdzip", {at("p.usdz"), at("gone.usda")}).status, 1);
}

TEST_F(ToolNames, AnOptionTakesOneFile) {
  ASSERT_EQ(tool("usdzip", {at("p.usdz"), "-a", at("a.usda")}).status, 0);
  const Ran list = tool("usdzip", {"-l", at("list.txt"), at("p.usdz")});
  EXPECT_EQ(list.status, 0) << list.err;
  EXPECT_EQ(toolFileText(at("list.txt")), "a.usda\n");
  EXPECT_EQ(tool("usdzip", {"-d", at("dump.txt"), at("p.usdz")}).status, 0);
  EXPECT_EQ(toolFileText(at("dump.txt")), tool("usdzip", {at("p.usdz"), "--dump"}).out);
  const Ran checked = tool("usdchecker", {"-o", at("found.txt"), at("a.usda")});
  EXPECT_EQ(checked.err, "");
  EXPECT_TRUE(fs::exists(at("found.txt")));
  const Ran package = runLine({"package", "-l", at("names.txt"), at("p.usdz")});
  EXPECT_EQ(package.status, kSuccess) << package.err;
  EXPECT_EQ(toolFileText(at("names.txt")), "a.usda\n");
}

TEST_F(ToolNames, ZipSaysWhatItDoes) {
  for (const char* name :
       {"dir/b.usda", "dir/a.usda", "dir/deep/c.usda", "dir/.d.usda", "x.usda"}) {
    write(name, "#usda 1.0\n");
  }
  write("bad.usdz", "nothing");
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());  // Packages have names relative to it.
  const std::string first = ".. adding: x.usda\n.. adding: dir/a.usda\n.. adding: dir/b.usda\n";
  const std::string creating = "Creating package 'p.usdz' with files ['dir', 'x.usda'].\n";
  const Ran made = tool("usdzip", {"-v", "p", "dir", "x.usda"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, creating + "Not recursing into sub-directories.\n" + first);
  const Ran again = tool("usdzip", {"-v", "--rec", "p", "dir", "x.usda"});
  EXPECT_EQ(again.out, "File at path 'p.usdz' already exists. Overwriting file.\n" + creating +
                           first + ".. adding: dir/deep/c.usda\n");
  EXPECT_EQ(tool("usdzip", {"p.usdz", "-l"}).out,
            "x.usda\ndir/a.usda\ndir/b.usda\ndir/deep/c.usda\n");
  // The tool has these statuses.
  EXPECT_EQ(tool("usdzip", {"gone.usdz", "-l"}).status, 0);
  const Ran bad = tool("usdzip", {"bad.usdz", "-l"});
  EXPECT_EQ(bad.status, 0);
  EXPECT_TRUE(bad.err.starts_with("error: bad.usdz: ")) << bad.err;
  EXPECT_EQ(tool("usdzip", {"-l", "gone.usdz"}).status, 2);
  fs::current_path(before);
}

TEST_F(ToolNames, ZipTakesAbsolutePathsAndPacksEachFileOnce) {
  write("sub/c.usda", "#usda 1.0\n");
  const std::string package = at("p.usdz");
  const Ran made = tool("usdzip", {package, at("a.usda"), at("sub/../a.usda"), at("sub/c.usda")});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(tool("usdzip", {package, "-l"}).out,
            at("a.usda").substr(1) + '\n' + at("sub/c.usda").substr(1) + '\n');
  // A package never replaces a file that goes into it.
  const std::string before = toolFileText(package);
  EXPECT_EQ(tool("usdzip", {package, at("a.usda"), package}).status, 1);
  EXPECT_EQ(toolFileText(package), before);
}

TEST_F(ToolNames, OptionsMayBeAbbreviatedAsInPython) {
  const Ran brief = tool("usddiff", {"--bri", at("a.usda"), at("b.usda")});
  EXPECT_EQ(brief.out, "Files " + at("a.usda") + " and " + at("b.usda") + " differ\n") << brief.err;
  const Ran many = tool("usdrecord", {"--render", "x", at("a.usda"), at("x.png")});
  EXPECT_EQ(many.status, 2);
  EXPECT_EQ(many.err,
            "error: --render may be --renderer or --renderPassPrimPath or "
            "--renderSettingsPrimPath.\n");
  EXPECT_EQ(tool("usdresolve", {"./b.usda", "--anchor=" + at("a.usda")}).out, at("b.usda") + "\n");
  // Behind -- are files.
  EXPECT_EQ(tool("usddiff", {at("a.usda"), "--", "--bri"}).err,
            "Error: --bri does not exist, and cannot be resolved\n");
  EXPECT_EQ(tool("usdcat", {at("a.usda"), "--flat"}).status, 109);
  EXPECT_EQ(tool("usdchecker", {at("a.usda"), "--stri"}).status, 109);
}

TEST_F(ToolNames, RecordRefusesWhatItCannotDo) {
  const Ran jpeg = tool("usdrecord", {at("a.usda"), at("u.jpg")});
  EXPECT_EQ(jpeg.status, 2);
  EXPECT_EQ(jpeg.err, "error: outputImagePath must end in .png, .exr or .mp4.\n");
  const Ran modes = tool("usdrecord", {"--disableDrawMode", at("a.usda"), at("u.png")});
  EXPECT_EQ(modes.status, 1);
  EXPECT_EQ(modes.err, "error: --disableDrawMode: This is not supported.\n");
  const Ran traced = tool("usdrecord", {at("gone.usda"), at("u.png"), "--memstats", "--resolver",
                                        "inherit", "--traceToFile", at("t.json")});
  EXPECT_EQ(traced.status, 1);
  EXPECT_TRUE(traced.err.starts_with("note: --traceToFile ")) << traced.err;
  EXPECT_EQ(tool("usdrecord", {at("a.usda"), at("u.png"), "--resolver", "other"}).status, 2);
}

TEST_F(ToolNames, CheckerTakesTheOptionsOfOpenUsd26) {
  write("v.usda",
        "#usda 1.0\n(\n    defaultPrim = \"W\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n"
        "def Xform \"W\" (\n    variants = {\n        string look = \"good\"\n    }\n"
        "    prepend variantSets = \"look\"\n)\n{\n    variantSet \"look\" = {\n"
        "        \"bad\" {\n            rel material:binding = </W>\n        }\n"
        "        \"good\" {\n        }\n    }\n}\n");
  const struct {
    std::vector<std::string> options;
    int status;
  } cases[] = {
      {{"--strict"}, 1},
      {{"--skipVariants"}, 0},
      {{"--variants", "look:bad"}, 1},
      {{"--variants", "look:good"}, 0},
      {{"--variantSets", "look", "--disableVariantValidationLimit"}, 1},
      {{"--includeKeywords", "UsdShadeValidators", "--useNewValidationFramework"}, 1},
      {{"--includeKeywords", "UsdGeomValidators"}, 0},
      {{"--rootPackageOnly", "--skipVariants"}, 1},
  };
  for (const auto& each : cases) {
    std::vector<std::string> line = each.options;
    line.push_back(at("v.usda"));
    const Ran ran = tool("usdchecker", line);
    EXPECT_EQ(ran.status, each.status) << each.options[0] << ran.out << ran.err;
  }
}

TEST_F(ToolNames, ZipForArKitHasOneCrate) {
  const Ran many = tool("usdzip", {at("p"), "--arkitAsset", at("root.usda"), "-l"});
  EXPECT_EQ(many.status, 0) << many.err;
  EXPECT_EQ(many.out, "root.usdc\n");
  EXPECT_NE(many.err.find("root.usda: The asset is flattened"), std::string::npos) << many.err;
  EXPECT_EQ(tool("usdcat", {at("p.usdz")}).out.find("subLayers"), std::string::npos);
  // A single layer keeps its variants.
  write("one.usda",
        "#usda 1.0\ndef \"A\" (prepend variantSets = \"v\")\n{\n    asset t = @./x.png@\n"
        "    variantSet \"v\" = {\n        \"red\" {\n        }\n    }\n}\n");
  write("x.png", "pixels");
  const Ran one = tool("usdzip", {at("q"), "--arkitAsset", at("one.usda"), "-l"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, "one.usdc\n0/x.png\n");
  // A folder of the asset keeps its name.
  write("set/0/in.png", "in");
  write("set/two.usda", "#usda 1.0\ndef \"A\"\n{\n    asset[] t = [@./0/in.png@, @../x.png@]\n}\n");
  EXPECT_EQ(runLine({"package", at("t.usdz"), "--asset", at("set/two.usda")}).status, kSuccess);
  EXPECT_EQ(tool("usdzip", {at("t.usdz"), "-l"}).out, "two.usda\n0/in.png\n1/x.png\n");
  EXPECT_EQ(one.err, "");
  EXPECT_NE(tool("usdcat", {at("q.usdz")}).out.find("variantSet \"v\""), std::string::npos);
  EXPECT_EQ(tool("usdzip", {at("r"), "--arkitAsset", at("gone.usda")}).status, 1);
}

// The answers are those of Ar.DefaultResolver.CreateContextFromStrings.
TEST_F(ToolNames, UsdresolveSearchesAsTheContextSays) {
  std::filesystem::create_directories(at("lib"));
  write("lib/lamp.usda", "#usda 1.0\n");
  write("show.json", R"({"searchPaths": ["lib"]})");
  write("wrong.json", R"({"folders": ["lib"]})");
  const std::string found = at("lib/lamp.usda") + "\n";
  const struct {
    std::vector<std::string> options;
    std::string out;
  } cases[] = {
      {{"--createContextFromString", at("lib")}, found},
      {{"--createContextFromString", ":" + at("gone") + ":" + at("lib")}, found},
      {{"--createContextFromString", "scheme:x", "--createContextFromString", at("lib")}, found},
      {{"--createContextFromString", at("gone"), "--createContextFromString", at("lib")}, ""},
      {{"--createContextFromString", at("gone") + ":" + at("lib")}, ""},
      {{"--createContextFromString", at("show.json")}, found},
      {{"--createContextFromString", at("wrong.json")}, ""},
      {{"--createContextForAsset", at("lib/other.usda")}, found},
      {{"--createContextForAsset", at("other.usda")}, ""},
  };
  for (const auto& each : cases) {
    std::vector<std::string> words = each.options;
    words.emplace_back("lamp.usda");
    const Ran ran = tool("usdresolve", words);
    EXPECT_EQ(ran.out, each.out) << words[1] << ran.err;
    EXPECT_EQ(ran.status, each.out.empty() ? 1 : 0) << words[1];
  }
  EXPECT_EQ(tool("usdresolve", {"lamp.usda", "--createContextForAsset", at("a.usda"),
                                "--createContextFromString", at("lib")})
                .status,
            2);
}

TEST_F(ToolNames, OtherToolsKeepTheirStatus) {
  EXPECT_EQ(tool("usdresolve", {at("a.usda")}).out, at("a.usda") + "\n");
  EXPECT_EQ(tool("usdresolve", {"./b.usda", "--anchorPath", at("a.usda")}).out,
            at("b.usda") + "\n");
  const Ran gone = tool("usdresolve", {"gone.usda"});
  EXPECT_EQ(gone.status, 1);
  EXPECT_EQ(gone.err, "Failed to resolve 'gone.usda'\n");
  EXPECT_EQ(tool("usdresolve", {}).status, 2);
  EXPECT_EQ(tool("usdstitch", {at("a.usda"), at("b.usda"), "-o", at("s.usda")}).out, "");
  const Ran again = tool("usdstitch", {at("a.usda"), at("b.usda"), "-o", at("s.usda")});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(again.out, "Warning: overwriting pre-existing file\n");
  EXPECT_EQ(toolFileText(at("s.usda")), toolFileText(at("a.usda")));
  EXPECT_EQ(tool("usdstitch", {at("a.usda")}).status, 1);
  EXPECT_EQ(tool("usdstitchclips", {at("a.usda")}).status, 1);
  const Ran checked = tool("usdchecker", {at("a.usda"), "--noAssetChecks"});
  EXPECT_TRUE(checked.out.ends_with("Success!\n") || checked.out.ends_with("Failed!\n") ||
              checked.out.ends_with("Success with warnings...\n"))
      << checked.out;
  EXPECT_EQ(checked.status, checked.out.ends_with("Failed!\n") ? 1 : 0);
  EXPECT_EQ(tool("usdchecker", {at("gone.usda")}).status, 1);
  const Ran crate = tool("usddumpcrate", {(testAssetsPath() / "usdc/types.usdc").string()});
  EXPECT_EQ(crate.status, 0);
  EXPECT_TRUE(crate.out.starts_with("Usd crate software version ")) << crate.out;
  EXPECT_NE(crate.out.find("  Structural Sections:\n              TOKENS "), std::string::npos)
      << crate.out;
  EXPECT_EQ(tool("usddumpcrate", {at("gone.usdc")}).status, 0);
  EXPECT_EQ(tool("usdrecord", {at("a.usda")}).status, 2);
  EXPECT_EQ(tool("usdrecord", {at("gone.usda"), at("x.png")}).status, 1);
  const Ran missing = tool("usdview", {at("gone.usda")});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.err, "error: " + at("gone.usda") + ": There is no such file.\n");
  EXPECT_EQ(tool("usdview", {}).status, 2);
}

TEST_F(ToolNames, RecordLooksThroughTheCameraOfTheRenderSettings) {
  if (!needGl()) return;
  const auto lineOf = [&](const char* cameras, const std::vector<std::string>& more) {
    write("shot.usda", std::string("#usda 1.0\n(\n    renderSettingsPrimPath = \"/R\"\n)\n"
                                   "def Cube \"C\" {\n}\ndef Camera \"main_cam\" {\n}\n"
                                   "def Camera \"side\" {\n}\ndef Camera \"other\" {\n}\n"
                                   "def RenderSettings \"R\" {\n    rel camera = ") +
                           cameras + "\n}\n");
    std::vector<std::string> line = {at("shot.usda"), at("x.png"), "-w", "32"};
    line.insert(line.end(), more.begin(), more.end());
    const Ran ran = tool("usdrecord", line);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out.substr(0, ran.out.find('\n'));
  };
  const std::string side = "Camera: /side";
  EXPECT_EQ(lineOf("</side>", {}), side);
  EXPECT_EQ(lineOf("</side>", {"--camera", "/other"}), "Camera: /other");
  EXPECT_EQ(lineOf("</side>", {"--camera", "gone"}), side);
  for (const char* unusable : {"[</side>, </other>]", "</gone>", "</C>"}) {
    EXPECT_EQ(lineOf(unusable, {}), "Camera: /main_cam") << unusable;
  }
}

TEST_F(ToolNames, RecordLooksAndPrintsLikeUsdrecord) {
  if (!needGl()) return;
  write("shot.usda",
        "#usda 1.0\n(\n    startTimeCode = 3\n)\ndef Cube \"C\" {\n}\ndef Xform \"Cameras\" {\n"
        "    def Camera \"main_cam\" {\n        float horizontalAperture = 36\n"
        "        float verticalAperture = 24\n        double3 xformOp:translate = (0, 0, 9)\n"
        "        uniform token[] xformOpOrder = [\"xformOp:translate\"]\n    }\n}\n");
  const auto pngSize = [&](const char* name) {
    const std::string bytes = toolFileText(at(name));
    const auto byte = [&](std::size_t i) { return int(static_cast<unsigned char>(bytes.at(i))); };
    return std::pair(byte(18) * 256 + byte(19), byte(22) * 256 + byte(23));
  };
  const Ran one = tool("usdrecord", {at("shot.usda"), at("one.png"), "-w", "60"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out,
            "Camera: /Cameras/main_cam\nRenderer plugin: usdscope\n"
            "Recording time code: 3.000000\n");
  EXPECT_EQ(pngSize("one.png"), std::pair(60, 40));
  const Ran more =
      tool("usdrecord", {at("shot.usda"), at("m.#.png"), "-f", "1:2", "-cam", "gone", "-w", "96"});
  EXPECT_EQ(more.status, 0) << more.err;
  EXPECT_TRUE(more.out.starts_with("Camera: /Cameras/main_cam\n")) << more.out;
  EXPECT_NE(more.err.find("There is no camera gone"), std::string::npos) << more.err;
  EXPECT_EQ(pngSize("m.2.png"), std::pair(96, 64));
  const Ran still = tool("usdrecord", {at("shot.usda"), at("still.png"), "-d", "-w", "60"});
  EXPECT_TRUE(still.out.ends_with("\nRecording time code: nan\n")) << still.out;
  write("bare.usda", "#usda 1.0\ndef Cube \"C\" {\n}\n");
  const Ran bare =
      tool("usdrecord", {at("bare.usda"), at("b.#.png"), "-f", "1:2", "-cam", "gone", "-w", "96"});
  EXPECT_EQ(bare.status, 0) << bare.err;
  EXPECT_TRUE(bare.out.starts_with("Camera: \n")) << bare.out;
  EXPECT_NE(bare.err.find("There is no camera gone"), std::string::npos) << bare.err;
  EXPECT_EQ(pngSize("b.2.png"), std::pair(96, 70));
  // Python's parser of arguments ends with 2.
  for (const auto& [out, frames] :
       std::vector<std::pair<const char*, const char*>>{{"x.#.png", ""},
                                                        {"x.png", "1:2"},
                                                        {"x.#.png", "1:2x0.5"},
                                                        {"x.#.png", "1:2:3"},
                                                        {"x.#.#.#.png", "1"},
                                                        {"x#.y.#.png", "1"}}) {
    std::vector<std::string> line = {at("shot.usda"), at(out)};
    if (*frames) line.insert(line.end(), {"-f", frames});
    EXPECT_EQ(tool("usdrecord", line).status, 2) << out << ' ' << frames;
  }
}

TEST_F(ToolNames, CheckerRefusesWhatArKitCannotRead) {
  write("i.usda",
        "#usda 1.0\n(\n    defaultPrim = \"I\"\n    metersPerUnit = 1\n    upAxis = \"Y\"\n)\n\n"
        "def BasisCurves \"I\"\n{\n}\n\n");
  const Ran plain = tool("usdchecker", {at("i.usda")});
  EXPECT_EQ(plain.status, 0) << plain.out;
  const Ran strict = tool("usdchecker", {"--arkit", at("i.usda")});
  EXPECT_EQ(strict.status, 1) << strict.out;
  EXPECT_NE(strict.out.find("</I>: The prim has the type 'BasisCurves'"), std::string::npos)
      << strict.out;
  EXPECT_TRUE(strict.out.ends_with("Failed!\n")) << strict.out;
  EXPECT_EQ(tool("usdchecker", {"--arkit", "--rootPackageOnly", at("i.usda")}).status, 0);
}

TEST_F(ToolNames, LinksAreMadeAndOtherFilesAreKept) {
  const fs::path links = folder_ / "links";
  fs::create_directories(links);
  std::ofstream(links / "usdcat") << "mine";
  const Ran first = runLine({"--install-links", links.string()});
  EXPECT_EQ(first.status, kUnreadable);
  EXPECT_EQ(toolFileText(links / "usdcat"), "mine");
  fs::remove(links / "usdcat");
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(runLine({"--install-links", links.string()}).status, kSuccess);
    for (const Tool& each : tools()) {
      EXPECT_TRUE(fs::is_symlink(links / each.name)) << each.name;
    }
  }
}

TEST(HelpVerb, NamesDifferencesAndStatuses) {
  const std::string differences = runLine({"help", "differences"}).out;
  for (const Tool& tool : tools()) {
    EXPECT_NE(differences.find(tool.name), std::string::npos) << tool.name;
  }
  EXPECT_NE(runLine({"help", "status"}).out.find("3  A file cannot be read"), std::string::npos);
  EXPECT_NE(runLine({"help", "tree"}).out.find("Usage: usdscope tree"), std::string::npos);
  EXPECT_NE(runLine({"help", "usdcat"}).out.find("--skipSourceFileComment"), std::string::npos);
  EXPECT_EQ(runLine({"help", "nonsense"}).status, kWrongUsage);
  const std::pair<const char*, const char*> mistyped[] = {
      {"chek", "check."}, {"stauts", "status."}, {"usdcta", "usdcat."}};
  for (const auto& [word, nearest] : mistyped) {
    const Ran ran = runLine({"help", word});
    EXPECT_EQ(ran.status, kWrongUsage);
    EXPECT_TRUE(ran.err.ends_with(std::string("; the nearest one is ") + nearest + '\n'))
        << ran.err;
  }
}

TEST(HelpVerb, WritesManPagesAndCompletions) {
  const TemporaryFolder folder;
  ASSERT_EQ(runLine({"help", "--write", (folder / "share").string()}).status, kSuccess);
  const std::string program = toolFileText(folder / "share/man/man1/usdscope.1");
  const std::string bash = toolFileText(folder / "share/bash-completion/completions/usdscope");
  const std::string zsh = toolFileText(folder / "share/zsh/site-functions/_usdscope");
  const std::string fish = toolFileText(folder / "share/fish/vendor_completions.d/usdscope.fish");
  for (const Verb& verb : verbs()) {
    const std::string name(verb.name);
    const std::string page = toolFileText(folder / ("share/man/man1/usdscope-" + name + ".1"));
    EXPECT_NE(page.find(".SH OPTIONS\n"), std::string::npos) << name;
    EXPECT_NE(program.find("\\fB" + name + "\\fR\n"), std::string::npos) << name;
    EXPECT_NE(bash.find("    " + name + ") options=\""), std::string::npos) << name;
    EXPECT_NE(zsh.find("    (" + name + ")\n"), std::string::npos) << name;
    EXPECT_NE(fish.find("-a " + name + " -d"), std::string::npos) << name;
  }
  EXPECT_NE(bash.find("\"cat --usdFormat\") COMPREPLY=($(compgen -W \"usda usdc\""),
            std::string::npos);
  EXPECT_NE(fish.find("-l usdFormat -r -f -a 'usda usdc'"), std::string::npos);
}

TEST(HelpVerb, OptionsOfEveryVerbAreDescribed) {
  for (const CommandHelp& command : commandHelps()) {
    for (const OptionHelp& option : command.options) {
      EXPECT_NE(option.description, "") << command.name << ' ' << option.names.front();
    }
  }
}

}  // namespace usdscope
