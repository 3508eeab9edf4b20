// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class LayerVerbs : public ::testing::Test {
 protected:
  LayerVerbs() {
    std::ofstream(path("a.usda")) << "#usda 1.0\n(\n    defaultPrim = \"A\"\n)\n\ndef \"A\"\n{\n"
                                     "    double x = 1\n}\n\n";
    std::ofstream(path("b.usda")) << "#usda 1.0\n(\n    defaultPrim = \"A\"\n)\n\ndef \"A\"\n{\n"
                                     "    double x = 1.01\n}\n\n";
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
};

}  // namespace

TEST_F(LayerVerbs, CatWritesFilesAndBackWithoutLoss) {
  EXPECT_EQ(runLine({"cat", path("a.usda"), "--out", path("c.usdc")}).status, kSuccess);
  EXPECT_TRUE(textOf(path("c.usdc")).starts_with("PXR-USDC"));
  EXPECT_EQ(runLine({"cat", path("c.usdc"), "-o", path("c.usd"), "--usdFormat", "usda"}).status,
            kSuccess);
  EXPECT_EQ(textOf(path("c.usd")), textOf(path("a.usda")));
  EXPECT_EQ(runLine({"cat", path("c.usdc")}).out, textOf(path("a.usda")));
}

TEST_F(LayerVerbs, CatRefusesWhatCannotBe) {
  EXPECT_EQ(runLine({"cat", path("a.usda"), path("b.usda"), "--out", path("c.usda")}).status,
            kWrongUsage);
  EXPECT_EQ(runLine({"cat", path("a.usda"), "--usdFormat", "usda"}).status, kWrongUsage);
  const Ran ran = runLine({"cat", path("a.usda"), "--out", path("c.txt")});
  EXPECT_EQ(ran.status, kWrongUsage);
  EXPECT_NE(ran.err.find(".usda"), std::string::npos);
}

TEST_F(LayerVerbs, CatLoadsOrPrintsOnlyMetadata) {
  EXPECT_EQ(runLine({"cat", "--layerMetadata", path("a.usda")}).out,
            "#usda 1.0\n(\n    defaultPrim = \"A\"\n)\n\n");
  const Ran ran = runLine({"cat", "--loadOnly", path("a.usda"), path("none.usda")});
  EXPECT_EQ(ran.status, kUnreadable);
  EXPECT_EQ(ran.out, "OK      " + path("a.usda") + "\nFailed  " + path("none.usda") + "\n");
}

TEST_F(LayerVerbs, CatReadsStandardInput) {
  std::istringstream input(textOf(path("a.usda")));
  std::streambuf* const before = std::cin.rdbuf(input.rdbuf());
  const Ran ran = runLine({"cat", "-"});
  std::cin.rdbuf(before);
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  EXPECT_EQ(ran.out, textOf(path("a.usda")));
}

TEST_F(LayerVerbs, CatKeepsTheKindOfAFileThatMayHoldEither) {
  for (const char* kind : {"usda", "usdc"}) {
    ASSERT_EQ(runLine({"cat", path("a.usda"), "-o", path("k.usd"), "--usdFormat", kind}).status,
              kSuccess);
    ASSERT_EQ(runLine({"cat", path("b.usda"), "-o", path("k.usd")}).status, kSuccess);
    EXPECT_EQ(textOf(path("k.usd")).starts_with("#usda"), std::string(kind) == "usda");
    EXPECT_EQ(runLine({"cat", path("k.usd")}).out, textOf(path("b.usda")));
  }
  ASSERT_EQ(runLine({"cat", path("a.usda"), "-o", path("new.usd")}).status, kSuccess);
  EXPECT_TRUE(textOf(path("new.usd")).starts_with("PXR-USDC"));
}

TEST_F(LayerVerbs, CatNamesTheEndingsThatWork) {
  std::ofstream(path("mesh.obj")) << "v 1 2 3\n";
  const std::vector<std::vector<std::string>> lines = {
      {"cat", path("mesh.obj")},
      {"cat", path("a.usda"), "-o", path("c.obj")},
      {"cat", path("a.usda"), "-o", path("c.usdz")},
      {"cat", path("a.usda"), "-o", path("c")},
  };
  for (const auto& line : lines) {
    const Ran ran = runLine(line);
    EXPECT_EQ(ran.status, line.size() == 2 ? kUnreadable : kWrongUsage) << line.back();
    EXPECT_NE(ran.err.find(".usd, .usda"), std::string::npos) << ran.err;
  }
  const Ran ran = runLine({"cat", path("a.usda"), "-o", path("c.usdc"), "--usdFormat", "usda"});
  EXPECT_EQ(ran.status, kWrongUsage);
  EXPECT_FALSE(fs::exists(path("c.usdc")));
}

TEST_F(LayerVerbs, LayersAreRecognisedByTheEndingOfTheirNames) {
  for (const char* name : {"named.xyz", "named", "named.usda.txt"}) {
    std::ofstream(path(name)) << "#usda 1.0\n";
    for (const char* verb : {"cat", "flatten", "tree"}) {
      const Ran ran = runLine({verb, path(name)});
      EXPECT_EQ(ran.status, kUnreadable) << verb << ' ' << name;
      EXPECT_NE(ran.err.find(".usd, .usda, .usdc or .usdz"), std::string::npos) << ran.err;
    }
  }
  for (const char* name : {"named.usdc", "named.usdz"}) {
    std::ofstream(path(name)) << "#usda 1.0\n";
    const Ran ran = runLine({"cat", path(name)});
    EXPECT_EQ(ran.status, kUnreadable) << name;
    EXPECT_NE(ran.err.find("the content is text, as in .usda"), std::string::npos) << ran.err;
  }
  for (const char* name : {"named.USDA", "named.usd", "named.sdf"}) {
    std::ofstream(path(name)) << "#usda 1.0\n";
    EXPECT_EQ(runLine({"cat", path(name)}).status, kSuccess) << name;
  }
  EXPECT_EQ(runLine({"cat", path("a.usda"), "-o", path("big.USDC")}).status, kSuccess);
  EXPECT_TRUE(textOf(path("big.USDC")).starts_with("PXR-USDC"));
}

TEST_F(LayerVerbs, DiffReadsOneLayerFromStandardInput) {
  std::istringstream input(textOf(path("b.usda")));
  std::streambuf* const before = std::cin.rdbuf(input.rdbuf());
  const Ran ran = runLine({"diff", path("a.usda"), "-"});
  std::cin.rdbuf(before);
  EXPECT_EQ(ran.status, kFailure);
  EXPECT_EQ(ran.out, "  </A.x> default\n    - 1\n    + 1.01\n") << ran.err;
  EXPECT_EQ(runLine({"diff", "-", "-"}).status, 2);
}

TEST_F(LayerVerbs, DiffDistinguishesErrorsFromDifferences) {
  std::ofstream(path("broken.usda")) << "#usda 1.0\ndef \"A\" {\n";
  std::ofstream(path("equal.usda")) << textOf(path("a.usda"));
  const struct {
    const char* first;
    const char* second;
    int status;
  } cases[] = {
      {"a.usda", "equal.usda", 0},   {"a.usda", "b.usda", 1},      {"a.usda", "missing.usda", 3},
      {"missing.usda", "b.usda", 3}, {"a.usda", "broken.usda", 3},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(runLine({"diff", path(c.first), path(c.second)}).status, c.status) << c.second;
  }
  EXPECT_NE(runLine({"diff", "--help"}).out.find("3 when one cannot be read"), std::string::npos);
}

TEST_F(LayerVerbs, DiffComparesFieldsUpToATolerance) {
  const Ran ran = runLine({"diff", path("a.usda"), path("b.usda")});
  EXPECT_EQ(ran.status, kFailure);
  EXPECT_EQ(ran.out, "  </A.x> default\n    - 1\n    + 1.01\n");
  EXPECT_EQ(runLine({"diff", path("a.usda"), path("b.usda"), "--tolerance", "0.1"}).out, "");
  EXPECT_EQ(runLine({"diff", path("a.usda"), path("a.usda")}).status, kSuccess);
  EXPECT_NE(runLine({"diff", "--brief", path("a.usda"), path("b.usda")}).out.find("differ"),
            std::string::npos);
  EXPECT_NE(runLine({"diff", "--json", path("a.usda"), path("b.usda")}).out.find("\"/A.x\""),
            std::string::npos);
}

TEST_F(LayerVerbs, DiffPrintsTypesIfTheTextsAreEqual) {
  std::ofstream(path("float.usda")) << "#usda 1.0\ndef \"A\"\n{\n    float x = 1\n}\n";
  const std::string expected =
      "  </A.x> typeName\n    - \"double\"\n    + \"float\"\n"
      "  </A.x> default\n    - double 1\n    + float 1\n";
  const std::string out = runLine({"diff", path("a.usda"), path("float.usda")}).out;
  EXPECT_TRUE(out.ends_with(expected)) << out;
}

TEST_F(LayerVerbs, DiffRefusesTolerancesThatAreNoDistance) {
  for (const char* bad : {"nan", "inf", "-1", "much"}) {
    const Ran ran = runLine({"diff", path("a.usda"), path("b.usda"), "--tolerance", bad});
    EXPECT_EQ(ran.status, kWrongUsage) << bad;
    EXPECT_NE(ran.err.find(bad), std::string::npos) << ran.err;
    EXPECT_LT(ran.err.size(), 200u) << ran.err;
  }
}

TEST_F(LayerVerbs, DumpCrateListsSectionsAndCosts) {
  const Ran ran = runLine({"dumpcrate", (testAssetsPath() / "usdc/types.usdc").string()});
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  for (const char* part : {"TOKENS", "SPECS", "attribute specs", "costliest", "</World"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << '\n' << ran.out;
  }
  EXPECT_EQ(runLine({"dumpcrate", path("a.usda")}).status, kUnreadable);
}

TEST_F(LayerVerbs, PackageMakesListsAndChecks) {
  const std::string package = path("p.usdz");
  EXPECT_EQ(runLine({"package", package, "--asset", path("a.usda")}).status, kSuccess);
  EXPECT_EQ(runLine({"package", package, "--list"}).out, "a.usda\n");
  EXPECT_NE(runLine({"package", package, "--dump"}).out.find("a.usda"), std::string::npos);
  EXPECT_EQ(runLine({"package", package, "--checkCompliance"}).status, kSuccess);
  EXPECT_EQ(runLine({"cat", package}).out, textOf(path("a.usda")));
  EXPECT_EQ(runLine({"package", "--asset", path("a.usda"), "--list-dependencies"}).out,
            "layer     " + path("a.usda") + "\n");
  EXPECT_EQ(runLine({"package", path("a.usda"), "--localize", path("tree")}).status, kSuccess);
  EXPECT_EQ(textOf(path("tree/a.usda")), textOf(path("a.usda")));
  fs::create_directories(path("more/deep"));
  std::ofstream(path("more/x.png")) << "x";
  std::ofstream(path("more/deep/y.png")) << "y";
  // Names in a package have no / at their begin.
  EXPECT_EQ(runLine({"package", path("r.usdz"), path("a.usda"), path("more")}).status, kSuccess);
  EXPECT_EQ(runLine({"package", path("r.usdz"), "-l"}).out,
            path("a.usda").substr(1) + '\n' + path("more/x.png").substr(1) + '\n');
  const fs::path here = fs::current_path();
  fs::current_path(path("."));
  EXPECT_EQ(runLine({"package", "q.usdz", "a.usda", "more"}).status, kSuccess);
  EXPECT_EQ(runLine({"package", "q.usdz", "--list"}).out, "a.usda\nmore/x.png\n");
  EXPECT_EQ(runLine({"package", "q.usdz", "a.usda", "more", "--recurse"}).status, kSuccess);
  EXPECT_EQ(runLine({"package", "q.usdz", "-l"}).out, "a.usda\nmore/deep/y.png\nmore/x.png\n");
  fs::current_path(here);
  EXPECT_EQ(runLine({"package", package, "-l", "-"}).out, "a.usda\n");
  EXPECT_EQ(runLine({"package", "-l", package}).out, "a.usda\n");
  EXPECT_EQ(runLine({"package", package, "-l", path("names.txt")}).out, "");
  EXPECT_EQ(textOf(path("names.txt")), "a.usda\n");
  const std::vector<std::vector<std::string>> wrongLines = {
      {"package"},
      {"package", package},
      {"package", package, path("a.usda"), "--asset", path("a.usda")},
      {"package", package, path("a.usda"), "--list"},
      {"package", package, "--asset", path("a.usda"), "--dump"},
      {"package", path("a.usda"), path("b.usda"), "--list-dependencies"},
      {"package", path("a.usda"), "--asset", path("b.usda"), "--localize", path("tree")},
      {"package", path("a.usda"), "--list-dependencies", "--checkCompliance"},
  };
  for (const auto& line : wrongLines) EXPECT_EQ(runLine(line).status, kWrongUsage) << line.back();
  EXPECT_EQ(runLine({"package", path("p.zip"), path("a.usda")}).status, kWrongUsage);
  for (const char* gone : {"gone/p.usdz", "a.usda/p.usdz"}) {
    EXPECT_EQ(runLine({"package", path(gone), "--asset", path("a.usda")}).status, kUnreadable);
  }
  EXPECT_EQ(runLine({"package", package, path("gone.usda")}).status, kUnreadable);
}

TEST_F(LayerVerbs, DiffIgnoresTheOrderOfProperties) {
  std::ofstream(path("x.usda")) << "#usda 1.0\ndef \"A\" {\n    double z\n    double a\n}\n";
  // As the text of a layer, properties are sorted.
  ASSERT_EQ(runLine({"cat", path("x.usda"), "-o", path("y.usda")}).status, kSuccess);
  const Ran same = runLine({"diff", path("x.usda"), path("y.usda")});
  EXPECT_EQ(same.status, kSuccess) << same.out;
  EXPECT_EQ(same.out, "");
  // The order of prims is that of the stage.
  std::ofstream(path("ab.usda")) << "#usda 1.0\ndef \"A\" {\n}\ndef \"B\" {\n}\n";
  std::ofstream(path("ba.usda")) << "#usda 1.0\ndef \"B\" {\n}\ndef \"A\" {\n}\n";
  EXPECT_EQ(runLine({"diff", path("ab.usda"), path("ba.usda")}).status, kFailure);
}

TEST_F(LayerVerbs, PackageThatOthersObjectToIsNotWritten) {
  std::ofstream(path("text.usda")) << "#usda 1.0\ndef \"A\" {\n    asset p = @./no.txt@\n}\n";
  std::ofstream(path("no.txt")) << "x";
  std::ofstream(path("old.usdz")) << "old";
  const Ran ran =
      runLine({"package", path("old.usdz"), "--asset", path("text.usda"), "--checkCompliance"});
  EXPECT_EQ(ran.status, kFailure);
  EXPECT_NE(ran.out.find("no.txt: "), std::string::npos) << ran.out;
  EXPECT_EQ(textOf(path("old.usdz")), "old");
  EXPECT_FALSE(fs::exists(path("old.usdz.unchecked.usdz")));
  EXPECT_EQ(
      runLine({"package", path("new.usdz"), "--asset", path("a.usda"), "--checkCompliance"}).status,
      kSuccess);
  EXPECT_TRUE(fs::exists(path("new.usdz")));
}

TEST_F(LayerVerbs, PackageListsAndChecksAtOnce) {
  std::ofstream(path("bad.usda")) << "#usda 1.0\ndef \"A\" {\n    asset p = @./no.png@\n}\n";
  const std::string package = path("bad.usdz");
  ASSERT_EQ(runLine({"package", package, "--asset", path("bad.usda")}).status, kSuccess);
  for (const char* list : {"--list", "--dump"}) {
    const Ran ran = runLine({"package", package, list, "--checkCompliance"});
    EXPECT_EQ(ran.status, kFailure) << list;
    const std::size_t listed = ran.out.find("bad.usda\n");
    EXPECT_LT(listed, ran.out.find("bad.usda: refers to './no.png'")) << ran.out;
    EXPECT_NE(ran.out.find("no.png"), std::string::npos) << ran.out;
  }
}

TEST_F(LayerVerbs, PackageEvaluatesExpressionsAndMarksWhatIsMissing) {
  std::ofstream(path("e.usda"))
      << "#usda 1.0\n(\n    expressionVariables = {\n        string N = "
         "\"b\"\n    }\n)\ndef \"A\" (\n    references = "
         "@`\"./${N}.usda\"`@\n) {\n    asset p = @`\"./${M}.png\"`@\n}\n";
  const Ran listed = runLine({"package", "--asset", path("e.usda"), "--list-dependencies"});
  EXPECT_EQ(listed.status, kFailure);
  EXPECT_EQ(listed.out, "layer     " + path("e.usda") + "\nnot found " + path("${M}.png") +
                            "\nlayer     " + path("b.usda") + "\n");
  EXPECT_NE(listed.err.find("${M}.png: " + path("e.usda") + " needs"), std::string::npos)
      << listed.err;
  EXPECT_EQ(runLine({"package", path("e.usdz"), "--asset", path("e.usda")}).status, kSuccess);
  EXPECT_NE(runLine({"cat", path("e.usdz")}).out.find("@./b.usda@"), std::string::npos);
  const Ran checked = runLine({"package", path("e.usdz"), "--checkCompliance"});
  EXPECT_EQ(checked.status, kFailure);
  EXPECT_NE(checked.out.find("refers to './${M}.png'"), std::string::npos) << checked.out;
}

}  // namespace usdscope
