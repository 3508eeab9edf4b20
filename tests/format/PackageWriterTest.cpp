// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdz/PackageWriter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/Package.h"
#include "engine/format/usdz/AssetFiles.h"
#include "engine/format/usdz/Compliance.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/Localization.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

PackagedFile file(std::string name, std::string_view text) {
  return {std::move(name), FileBytes::fromText(text)};
}

// Replaces the evaluation of expressions: `NAME` gives the text of that variable.
EvaluatedAssetPath evaluate(const std::string& authored, const Dictionary& variables) {
  if (!authored.starts_with('`')) return {.path = authored, .problem = {}};
  const Value* value = variables.find(authored.substr(1, authored.size() - 2));
  if (!value) return {.path = {}, .problem = "There is no such variable."};
  return {.path = value->valueOr(std::string()), .problem = {}};
}

void put16(std::string& bytes, std::size_t at, unsigned number) {
  bytes[at] = static_cast<char>(number & 0xFF);
  bytes[at + 1] = static_cast<char>(number >> 8);
}

// A scene that needs files of all kinds, in its own folder.
class Packaging : public ::testing::Test {
 protected:
  Packaging() {
    write("scene/root.usda", R"(#usda 1.0
(
    subLayers = [@./sub/layer.usda@, @missing.usda@]
)
def "A" (
    payload = @../out.usda@
    clips = {
        dictionary default = {
            string primPath = "/A"
            string templateAssetPath = "./clip.##.usda"
        }
    }
)
{
    asset tiles = @tex/u.<UDIM>.png@
    asset again = @tex/../tex/u.1001.png@
    asset[] list = [@../far/x.png@, @@]
    asset frames.timeSamples = { 1: @tex/t1.png@ }
    variantSet "v" = {
        "x" {
            asset chosen = @tex/v.png@
        }
    }
}
)");
    write("scene/sub/layer.usda", "#usda 1.0\ndef \"A\" {\n asset q = @../tex/q.png@\n}\n");
    write("out.usda", "#usda 1.0\ndef \"A\" {\n asset q = @./far/x.png@\n}\n");
    for (const char* clip : {"scene/clip.01.usda", "scene/clip.02.usda", "scene/clip.x.usda"}) {
      write(clip, "#usda 1.0\n");
    }
    for (const char* name :
         {"scene/tex/u.1001.png", "scene/tex/u.1002.png", "scene/tex/u.a.png", "far/x.png",
          "scene/tex/t1.png", "scene/tex/v.png", "scene/tex/q.png"}) {
      write(name, name);
    }
  }

  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  LayerCache layers_{std::make_shared<DefaultResolver>(
      AssetSearch{.workingFolder = path("scene"), .rootFolder = path("scene"), .searchPaths = {}})};
  Diagnostics diagnostics_;
};

}  // namespace

TEST(PackageWriter, EntriesAreStoredAndAligned) {
  std::string problem;
  const PackagedFile files[] = {file("root.usda", "#usda 1.0\n"), file("tex/a.png", "123456789"),
                                file("e", ""), file("ä.png", std::string(1000, 'x'))};
  const std::string bytes = writePackage(files, problem);
  EXPECT_EQ(problem, "");
  const auto package = Package::open(FileBytes::fromText(bytes), problem);
  ASSERT_TRUE(package) << problem;
  ASSERT_EQ(package->entries().size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const PackageEntry& entry = package->entries()[i];
    EXPECT_EQ(entry.name, files[i].name);
    EXPECT_EQ(entry.byteOffset % 64, 0u);
    EXPECT_EQ(entry.method, 0);
    EXPECT_EQ(entry.problem, "");
    EXPECT_EQ(package->bytes(entry).text(), files[i].bytes.text());
  }
  EXPECT_EQ(package->entries()[1].checksum, 0xCBF43926u);  // The CRC-32 of 123456789.
  EXPECT_EQ(writePackage(files, problem), bytes);
}

TEST(PackageWriter, BadNamesAreRefused) {
  for (const char* name : {"", "/a", "../a", "a/../b", "a//b", "./a", "a\\b", "C:/a"}) {
    std::string problem;
    const PackagedFile files[] = {file(name, "")};
    EXPECT_EQ(writePackage(files, problem), "") << name;
    EXPECT_NE(problem, "") << name;
  }
  std::string problem;
  const PackagedFile twice[] = {file("a", ""), file("a", "")};
  EXPECT_EQ(writePackage(twice, problem), "");
  EXPECT_NE(problem.find("two"), std::string::npos);
}

TEST_F(Packaging, DependenciesAreFollowedThroughLayersClipsAndPatterns) {
  const auto found = findDependencies(layers_, path("scene/root.usda"), evaluate, diagnostics_);
  std::map<std::string, bool> isLayer;
  std::vector<std::string> missing;
  for (const Dependency& d : found) {
    if (d.isFound)
      isLayer[fs::path(d.identifier).lexically_relative(folder_.path()).string()] = !!d.layer;
    if (!d.isFound) missing.push_back(fs::path(d.identifier).filename().string());
  }
  const std::map<std::string, bool> expected = {
      {"scene/root.usda", true},
      {"scene/sub/layer.usda", true},
      {"out.usda", true},
      {"scene/clip.01.usda", true},
      {"scene/clip.02.usda", true},
      {"scene/clip.x.usda", true},
      {"far/x.png", false},
      {"scene/tex/u.1001.png", false},
      {"scene/tex/u.1002.png", false},
      {"scene/tex/t1.png", false},
      {"scene/tex/v.png", false},
      {"scene/tex/q.png", false},
  };
  EXPECT_EQ(isLayer, expected);
  EXPECT_EQ(missing, std::vector<std::string>{"missing.usda"});
  EXPECT_EQ(found[0].identifier, path("scene/root.usda"));
}

TEST_F(Packaging, PatternsStandForTheFilesOfTheReference) {
  for (const char* name :
       {"p/u.1001.png", "p/u.1099.png", "p/u.1100.png", "p/u.1101.png", "p/u.1000.png",
        "p/u.0001.png", "p/v.<UDIM>.png", "p/v.1001.png", "p/f.1007/x.png", "p/high.1200.png"}) {
    write(name, name);
  }
  for (const char* name :
       {"p/c.001.usda", "p/c.001.50.usda", "p/c.x.usda", "p/c..usda", "p/.c.1.usda", "p/c.1.usd"}) {
    write(name, "#usda 1.0\n");
  }
  const struct {
    const char* authored;
    AssetPathUse use;
    std::vector<std::string> names;
  } cases[] = {
      {"./u.<UDIM>.png", AssetPathUse::Value, {"u.1001.png", "u.1099.png", "u.1100.png"}},
      {"./u.<UDIM>.png", AssetPathUse::Layer, {}},
      {"./v.<UDIM>.png", AssetPathUse::Value, {"v.<UDIM>.png"}},
      {"./f.<UDIM>/x.png", AssetPathUse::Value, {"x.png"}},
      {"./high.<UDIM>.png", AssetPathUse::Value, {}},
      {"./u.###1.png", AssetPathUse::Value, {}},
      {"./c.#.usda",
       AssetPathUse::Template,
       {"c..usda", "c.001.50.usda", "c.001.usda", "c.x.usda"}},
      {"c.##.##.usda", AssetPathUse::Template, {"c.001.50.usda"}},
      {"./#.usd", AssetPathUse::Template, {"c.1.usd"}},
      {"./c.1.usd", AssetPathUse::Template, {"c.1.usd"}},
      {"./d.#.usda", AssetPathUse::Template, {}},
  };
  for (const auto& c : cases) {
    std::vector<std::string> names;
    for (const auto& f : filesOf(layers_.resolver(), c.authored, c.use, path("p/root.usda"))) {
      names.push_back(fs::path(f).filename().string());
    }
    EXPECT_EQ(names, c.names) << c.authored;
  }
}

TEST_F(Packaging, DependenciesAreFollowedIntoPackages) {
  write("pk/gone.usda", "");
  std::string problem;
  const PackagedFile inner[] = {
      file("root.usda",
           "#usda 1.0\ndef \"A\" {\n asset t = @./t.<UDIM>.png@\n asset n = @n.png@\n}\n"),
      file("t.1001.png", "x"), file("unused.png", "x")};
  const std::string packed = writePackage(inner, problem);
  const PackagedFile outer[] = {
      file("o.usda", "#usda 1.0\ndef \"A\" (\n references = @in.usdz@\n) {\n}\n"),
      file("in.usdz", packed)};
  write("pk/in.usdz", packed);
  write("pk/out.usdz", writePackage(outer, problem));
  write("pk/root.usda", R"(#usda 1.0
def "A" (
    payload = [@in.usdz@, @in.usdz[root.usda]@, @out.usdz@]
    assetInfo = {
        asset identifier = @none.usda@
        asset other = @other.usda@
    }
)
{
    asset x = @in.usdz[unused.png]@
}
)");
  std::map<std::string, std::string> kinds;
  for (const auto& d : findDependencies(layers_, path("pk/root.usda"), evaluate, diagnostics_)) {
    const auto name = fs::path(d.identifier).lexically_relative(folder_ / "pk").generic_string();
    kinds[name] = !d.isFound ? "missing" : d.layer ? "layer" : "file";
    EXPECT_EQ(d.referrer.empty(), name == "root.usda") << name;
    if (name == "in.usdz[n.png]") {
      EXPECT_TRUE(d.referrer.starts_with(path("pk/in.usdz"))) << d.referrer;
    }
  }
  const std::map<std::string, std::string> expected = {
      {"root.usda", "layer"},
      {"in.usdz", "layer"},
      {"in.usdz[root.usda]", "layer"},
      {"in.usdz[t.1001.png]", "file"},
      {"in.usdz[n.png]", "missing"},
      {"in.usdz[unused.png]", "file"},
      {"out.usdz", "layer"},
      {"out.usdz[in.usdz]", "layer"},
      {"out.usdz[in.usdz[t.1001.png]]", "file"},
      {"out.usdz[in.usdz[n.png]]", "missing"},
      {"other.usda", "missing"},
  };
  EXPECT_EQ(kinds, expected);
}

TEST_F(Packaging, LocalizedLayersFindTheirFiles) {
  const auto files = localize(layers_, path("scene/root.usda"), evaluate, diagnostics_);
  ASSERT_EQ(files.size(), 12u);
  EXPECT_EQ(files[0].name, "root.usda");
  std::string problem;
  const std::string bytes = writePackage(files, problem);
  ASSERT_EQ(problem, "");
  write("pack.usdz", bytes);
  const auto problems = findPackageProblems(layers_, path("pack.usdz"), evaluate);
  // The package has all files except the missing ones.
  ASSERT_EQ(problems.size(), 1u) << problems[1];
  EXPECT_NE(problems[0].find("missing.usda"), std::string::npos);

  LayerCache inside(std::make_shared<DefaultResolver>());
  const auto found = findDependencies(inside, path("pack.usdz[root.usda]"), evaluate, diagnostics_);
  const auto foundCount =
      std::ranges::count_if(found, [](const Dependency& d) { return d.isFound; });
  EXPECT_GE(foundCount, 7);
}

TEST_F(Packaging, NamesThatLinksGiveAFileEnd) {
  fs::create_directory_symlink(".", folder_ / "a");
  fs::create_directory_symlink(".", folder_ / "b");
  write("root.usda", "#usda 1.0\n(\n    subLayers = [@a/root.usda@, @b/root.usda@]\n)\n");
  const auto found = findDependencies(layers_, path("root.usda"), evaluate, diagnostics_);
  EXPECT_LT(found.size(), 12'000u);
  EXPECT_TRUE(std::ranges::any_of(
      diagnostics_.entries(), [](const Diagnostic& each) { return each.code == kTooManyNames; }));
}

TEST_F(Packaging, FilesOfMaterialXFilesAreDependencies) {
  const auto look = [](const std::string& elements) {
    return R"(<?xml version="1.0"?>
<materialx version="1.38">
)" + elements +
           "</materialx>\n";
  };
  const std::string graph = R"(  <nodegraph name="NG">
    <image name="map" type="color3">
      <input name="file" type="filename" value="FILE" />
    </image>
    <output name="out" type="color3" nodename="map" />
  </nodegraph>
)";
  const auto graphOf = [&](const std::string& file) {
    std::string text = graph;
    return text.replace(text.find("FILE"), 4, file);
  };
  const std::string material = R"(  <standard_surface name="S" type="surfaceshader">
    <input name="base_color" type="color3" nodegraph="NG" output="out" />
  </standard_surface>
  <surfacematerial name="M" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="S" />
  </surfacematerial>
)";
  const auto root = [](const std::string& file) {
    return "#usda 1.0\ndef \"A\" (references = @" + file + "@</MaterialX/Materials/M>) {\n}\n";
  };
  write("looks/textures/a.png", "a");
  write("looks/textures/b.png", "b");
  write("looks/m.mtlx", look(graphOf("textures/a.png") + material));
  write("looks/part.mtlx", look(graphOf("textures/b.png")));
  write("looks/whole.mtlx",
        look(R"(  <xi:include href="part.mtlx" /><xi:include href="none.mtlx" />)" + material));
  write("looks/away.mtlx", look(graphOf("../other/c.png") + material));
  write("looks/up.mtlx",
        look(R"(  <xi:include href="../std/b.mtlx" />)" + graphOf("textures/a.png") + material));
  write("looks/absolute.mtlx", look("  <xi:include href=\"" + path("std/b.mtlx") + "\" />" +
                                    graphOf("textures/a.png") + material));
  write("std/b.mtlx", look(""));
  write("other/c.png", "c");
  write("shots/m.usda", root("../looks/m.mtlx"));
  write("shots/whole.usda", root("../looks/whole.mtlx"));
  write("shots/away.usda", root("../looks/away.mtlx"));
  write("shots/up.usda", root("../looks/up.mtlx"));
  write("shots/absolute.usda", root("../looks/absolute.mtlx"));
  // Files below the folder of the root keep their places, so that `..` finds them.
  write("shots/near.usda", root("looks/n.mtlx"));
  write("shots/looks/n.mtlx",
        look(R"(  <xi:include href="../std/n.mtlx" />)" + graphOf("textures/n.png") + material));
  write("shots/looks/textures/n.png", "n");
  write("shots/std/n.mtlx", look(""));

  const struct {
    const char* root;
    std::vector<std::string> names;
    std::vector<std::string_view> problems;
  } cases[] = {
      {"m.usda", {"m.usda", "0/m.mtlx", "0/textures/a.png"}, {}},
      {"whole.usda",
       {"whole.usda", "0/part.mtlx", "0/textures/b.png", "0/whole.mtlx"},
       {"mtlx.part", "format.dependency-missing"}},
      {"away.usda", {"away.usda", "0/away.mtlx", "1/c.png"}, {"format.paths-not-moved"}},
      {"up.usda",
       {"up.usda", "0/textures/a.png", "0/up.mtlx", "1/b.mtlx"},
       {"format.paths-not-moved"}},
      {"absolute.usda",
       {"absolute.usda", "0/absolute.mtlx", "0/textures/a.png", "1/b.mtlx"},
       {"format.paths-not-moved"}},
      {"near.usda", {"near.usda", "looks/n.mtlx", "looks/textures/n.png", "std/n.mtlx"}, {}},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    LayerCache layers(std::make_shared<DefaultResolver>());
    const auto files =
        localize(layers, path(std::string("shots/") + c.root), evaluate, diagnostics);
    std::vector<std::string> names;
    for (const PackagedFile& packaged : files) names.push_back(packaged.name);
    EXPECT_EQ(names, c.names) << c.root;
    std::vector<std::string_view> problems;
    for (const Diagnostic& d : diagnostics.entries()) problems.push_back(d.code.id);
    EXPECT_EQ(problems, c.problems) << c.root;
  }
}

TEST_F(Packaging, ClipTemplatesAreMatchedInPackages) {
  const std::string clip = "#usda 1.0\ndef \"P\" {\n}\n";
  const std::string root = R"(#usda 1.0
def "A" (
    clips = {
        dictionary d = {
            string templateAssetPath = "clips/c.#.usda"
            string primPath = "/P"
        }
    }
)
{
}
)";
  const auto packaged = [](std::string name, const std::string& text) {
    return PackagedFile{.name = std::move(name), .bytes = FileBytes::fromText(text)};
  };
  std::string problem;
  const std::vector<PackagedFile> files = {
      packaged("root.usda", root), packaged("clips/c.1.usda", clip),
      packaged("clips/c.2.usda", clip), packaged("clips/other.usda", clip),
      packaged("c.3.usda", clip)};
  const std::string bytes = writePackage(files, problem);
  ASSERT_EQ(problem, "");
  write("clipped.usdz", bytes);
  write("clips/c.9.usda", clip);  // Beside the package, which has its own clips.
  const std::string package = path("clipped.usdz");
  std::vector<std::string> found;
  for (const auto& d : findDependencies(layers_, package, evaluate, diagnostics_)) {
    found.push_back(d.identifier.substr(package.size()));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"", "[clips/c.1.usda]", "[clips/c.2.usda]"}));
}

TEST_F(Packaging, ExpressionsStandForWhatTheyComeTo) {
  write("expr/root.usda", R"(#usda 1.0
(
    expressionVariables = { string SUB = "./sub.usda"
        string REF = "ref.usda"
        string PIC = "a.png" }
    subLayers = [@`SUB`@]
)
def "A" (
    references = @`REF`@
)
{
    asset none = @`NONE`@
}
)");
  write("expr/sub.usda", "#usda 1.0\ndef \"A\" {\n asset p = @`PIC`@\n}\n");
  write(
      "expr/ref.usda",
      "#usda 1.0\n(\n expressionVariables = { string PIC = \"b.png\"\n }\n)\ndef \"A\" {\n asset p "
      "= @`PIC`@\n}\n");
  write("expr/a.png", "a");
  write("expr/b.png", "b");
  std::vector<std::string> names;
  for (const auto& d : findDependencies(layers_, path("expr/root.usda"), evaluate, diagnostics_)) {
    EXPECT_TRUE(d.isFound) << d.identifier;
    names.push_back(fs::path(d.identifier).filename().string());
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"root.usda", "a.png", "b.png", "ref.usda", "sub.usda"}));
  ASSERT_EQ(diagnostics_.entries().size(), 1u);  // NONE is not a variable.
  EXPECT_EQ(diagnostics_.entries()[0].code, kAssetPathExpression);
  EXPECT_EQ(diagnostics_.entries()[0].message, "'`NONE`' is ignored: There is no such variable.");

  std::string problem;
  write("expr/p.usdz",
        writePackage(localize(layers_, path("expr/root.usda"), evaluate, diagnostics_), problem));
  EXPECT_EQ(problem, "");
  const auto read = layers_.findOrOpen(path("expr/p.usdz[sub.usda]"));
  ASSERT_TRUE(read->layer);
  const PropertySpec picture = read->layer->findProperty(Path::fromText("/A.p"));
  EXPECT_EQ(picture.field(fields::kDefault).valueOr(AssetPath()).authored, "./a.png");
  EXPECT_TRUE(findPackageProblems(layers_, path("expr/p.usdz"), evaluate).empty());
}

TEST_F(Packaging, DependenciesAreWhatIsUsed) {
  write("use/root.usda", R"(#usda 1.0
def "A" (
    delete references = @gone.usda@
    prepend payload = @kept.usda:SDF_FORMAT_ARGS:a=b@
    unknownToAll = { asset a = @gone.png@ }
    customData = { asset a = @kept.png@ }
)
{
}
)");
  for (const char* name : {"gone.usda", "kept.usda"}) {
    write(std::string("use/") + name, "#usda 1.0\n");
  }
  for (const char* name : {"gone.png", "kept.png"}) write(std::string("use/") + name, "x");
  std::vector<std::string> names;
  for (const auto& d : findDependencies(layers_, path("use/root.usda"), evaluate, diagnostics_)) {
    names.push_back(fs::path(d.identifier).filename().string());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"root.usda", "kept.png", "kept.usda"}));
}

TEST_F(Packaging, ComplianceLooksIntoNestedPackagesAndPatterns) {
  std::string problem;
  const std::string good = R"(#usda 1.0
def "A" (
    references = @b.usda@
    clips = {
        dictionary default = {
            string templateAssetPath = "./clips/c.###.usda"
        }
    }
)
{
    asset a = @t.png@
    asset b = @./u.<UDIM>.png@
    asset c = @t#1.png@
}
)";
  const PackagedFile inner[] = {file("root.usda", good), file("b.usda", "#usda 1.0\n"),
                                file("t.png", ""),       file("u.1002.png", ""),
                                file("t#1.png", ""),     file("clips/c.007.usda", "#usda 1.0\n")};
  const std::string packed = writePackage(inner, problem);
  const PackagedFile outer[] = {
      file("o.usda", "#usda 1.0\ndef \"A\" (\n references = @in.usdz[b.usda]@\n) {\n}\n"),
      file("in.usdz", packed)};
  const std::string nested = writePackage(outer, problem);
  const PackagedFile outermost[] = {file("r.usda", "#usda 1.0\n"), file("out.usdz", nested)};
  const std::string* const packages[] = {&packed, &nested};
  for (const std::string* bytes : packages) {
    write("good.usdz", *bytes);
    layers_.reload(path("good.usdz"));
    const auto problems = findPackageProblems(layers_, path("good.usdz"), evaluate);
    EXPECT_TRUE(problems.empty()) << problems[0];
  }
  write("deep.usdz", writePackage(outermost, problem));
  EXPECT_TRUE(findPackageProblems(layers_, path("deep.usdz"), evaluate).empty());

  // All of these are outside of the package, even if missing.
  write("x.1001.png", "");
  const std::string outside[] = {"/etc/secret#1.png",  "../x.<UDIM>.png", "/abs/x.<UDIM>.png",
                                 path("x.<UDIM>.png"), "x.<UDIM>.png",    "no.<UDIM>.png"};
  std::string text = "#usda 1.0\ndef \"A\" {\n";
  for (const std::string& name : outside) {
    text += " asset a" + std::to_string(text.size()) + " = @" + name + "@\n";
  }
  const PackagedFile bad[] = {file("root.usda", text + "}\n")};
  write("outside.usdz", writePackage(bad, problem));
  const auto problems = findPackageProblems(layers_, path("outside.usdz"), evaluate);
  ASSERT_EQ(problems.size(), std::size(outside));
  for (std::size_t i = 0; i < problems.size(); ++i) {
    EXPECT_NE(problems[i].find("'" + outside[i] + "'"), std::string::npos) << problems[i];
  }
}

TEST_F(Packaging, ComplianceNamesEntriesThatOtherSystemsReadAsPaths) {
  std::string problem;
  const PackagedFile files[] = {file("root.usda", "#usda 1.0\n"), file("C__x.png", "")};
  std::string bytes = writePackage(files, problem);
  for (std::size_t at = 0; (at = bytes.find("C__x", at)) != std::string::npos;) {
    bytes.replace(at, 3, "C:\\");
  }
  write("drive.usdz", bytes);
  const auto problems = findPackageProblems(layers_, path("drive.usdz"), evaluate);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0], "C:\\x.png: is not a valid name for a file in a package.");
}

TEST_F(Packaging, ComplianceNamesFoldersAndNamesThatComeTwice) {
  std::string problem;
  const PackagedFile files[] = {file("root.usda", "#usda 1.0\n"), file("a.png", ""),
                                file("b.png", ""), file("foldr", "")};
  std::string bytes = writePackage(files, problem);
  const auto rename = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = bytes.find(from, at)) != std::string::npos;) {
      bytes.replace(at, from.size(), to);
    }
  };
  rename("b.png", "a.png");
  rename("foldr", "fold/");
  write("twice.usdz", bytes);
  EXPECT_EQ(findPackageProblems(layers_, path("twice.usdz"), evaluate),
            (std::vector<std::string>{"fold/: is a folder; packages contain only files.",
                                      "a.png: has the name of a file before it."}));
}

TEST_F(Packaging, ComplianceNamesWhatReadersObjectTo) {
  std::string problem;
  const std::string root = "#usda 1.0\ndef \"A\" (\n references = @../out.usda@\n) {\n}\n";
  const PackagedFile inner[] = {file("i.usda", "#usda 1.0\n"), file("i.obj", "")};
  const PackagedFile files[] = {file("root.usda", root),
                                file("text.TXT", ""),
                                file("zipped.png", "0123"),
                                file("locked.png", "0123"),
                                file("moved.png", std::string(8, 'x')),
                                file("inner.usdz", writePackage(inner, problem))};
  std::string bytes = writePackage(files, problem);
  ASSERT_EQ(problem, "");
  // After its signature a central header has two versions, the flags and the method. The extra
  // field of a local header, which aligns the data, starts after the name.
  const auto centralOf = [&](const char* name) { return bytes.rfind(name) - 46; };
  put16(bytes, centralOf("zipped.png") + 10, 8);
  put16(bytes, centralOf("locked.png") + 8, 1);
  const std::size_t local = bytes.find("moved.png") - 30;
  put16(bytes, local + 28, static_cast<unsigned char>(bytes[local + 28]) - 8u);
  write("bad.usdz", bytes);
  const auto problems = findPackageProblems(layers_, path("bad.usdz"), evaluate);
  const std::string_view expected[] = {
      "root.usda: refers to '../out.usda', which is not in the package.",
      "text.TXT: is of a type that packages do not allow.",
      "zipped.png: is compressed.",
      "locked.png: is encrypted.",
      "moved.png: does not start at a multiple of 64 bytes.",
      "inner.usdz: i.obj: is of a type that packages do not allow.",
  };
  ASSERT_EQ(problems.size(), std::size(expected));
  for (std::size_t i = 0; i < problems.size(); ++i) EXPECT_EQ(problems[i], expected[i]);

  const auto assets = testAssetsPath() / "usdz";
  const auto compressed =
      findPackageProblems(layers_, (assets / "compressed.usdz").string(), evaluate);
  ASSERT_FALSE(compressed.empty());
  EXPECT_NE(compressed[0].find("compressed"), std::string::npos);
  const auto escaping = findPackageProblems(layers_, (assets / "escaping.usdz").string(), evaluate);
  ASSERT_FALSE(escaping.empty());
}

}  // namespace usdscope
