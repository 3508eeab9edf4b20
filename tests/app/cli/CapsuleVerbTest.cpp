// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/files/Capsule.h"
#include "engine/asset/Package.h"
#include "engine/base/Json.h"
#include "engine/format/usdz/PackageWriter.h"
#include "engine/image/ReadImage.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Package> openCapsule(const std::string& file) {
  std::string problem;
  const FileBytesResult bytes = readFileBytes(file);
  return bytes.bytes ? Package::open(*bytes.bytes, problem) : nullptr;
}

std::set<std::string> namesIn(const Package& package) {
  std::set<std::string> names;
  for (const PackageEntry& entry : package.entries()) names.insert(std::string(entry.name));
  return names;
}

// Writes the entries as files, like unzip.
void unpack(const Package& package, const fs::path& folder) {
  for (const PackageEntry& entry : package.entries()) {
    const fs::path file = folder / entry.name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << package.bytes(entry).text();
  }
}

struct TextFile {
  const char* name;
  std::string text;
};

std::string packageOf(const std::vector<TextFile>& texts) {
  std::vector<PackagedFile> files;
  for (const TextFile& each : texts) files.push_back({each.name, FileBytes::fromText(each.text)});
  std::string problem;
  const std::string bytes = writePackage(files, problem);
  EXPECT_EQ(problem, "");
  return bytes;
}

void writeBytes(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// Makes a capsule without pictures and returns the names in it.
std::set<std::string> namesInCapsuleOf(const std::string& scene, const std::string& capsule,
                                       std::vector<std::string> options = {}) {
  std::vector<std::string> words = {"capsule", scene, "-o", capsule, "--noPictures"};
  words.insert(words.end(), options.begin(), options.end());
  const Ran ran = runLine(words);
  EXPECT_EQ(ran.status, kSuccess) << ran.err;
  const auto package = openCapsule(capsule);
  return package ? namesIn(*package) : std::set<std::string>();
}

const char* const kWithWood = "#usda 1.0\ndef \"A\" { asset t = @pictures/wood.png@\n }\n";

std::string sampleScene() {
  return (testAssetsPath() / "../../resources/samples/crossing.usda").lexically_normal().string();
}

std::string testScene(const char* name) { return (testAssetsPath() / name).string(); }

struct CapsuleCase {
  std::string scene;
  const char* frames;
  const char* time;
  std::vector<const char*> explained;
};

// Three scenes: clips with a manifest, clips and other layers, and arcs without any clip.
std::vector<CapsuleCase> capsuleCases() {
  return {{testScene("motion/root.usda"),
           "13:14",
           "14",
           {"/World/Crowd.px", "/World/Crowd.points", "/World/Hidden.size", "/World/Gap.x"}},
          {sampleScene(), "40:44", "40", {"/Crossing/Car.xformOp:translate", "/Crossing"}},
          {testScene("explain/root.usda"),
           "1:10",
           "4",
           {"/World.visibility", "/World/Hero", "/World/Hero.parts"}}};
}

}  // namespace

TEST(CapsuleVerb, CapsulesOpenAloneAndExplainTheSame) {
  for (const CapsuleCase& c : capsuleCases()) {
    const TemporaryFolder made;
    const TemporaryFolder alone;
    const std::string capsule = (made / "fault.usdz").string();
    const Ran packed = runLine({"capsule", c.scene, "-o", capsule, "--select", c.explained[0],
                                "--frames", c.frames, "--time", c.time, "--noPictures"});
    ASSERT_EQ(packed.status, kSuccess) << packed.err;
    const auto package = openCapsule(capsule);
    ASSERT_TRUE(package);
    const std::string root(package->entries()[0].name);
    EXPECT_EQ(root, fs::path(c.scene).filename().string());
    unpack(*package, alone.path());
    const std::string copy = (alone / root).string();
    fs::rename(capsule, alone / "moved.usdz");
    fs::copy_file(alone / "moved.usdz", alone / "moved.zip");
    for (const char* path : c.explained) {
      const std::vector<std::string> rest = {path, "--time", c.time, "--json"};
      const auto explainIn = [&](const std::string& file) {
        std::vector<std::string> words = {"explain", file};
        words.insert(words.end(), rest.begin(), rest.end());
        return runLine(words);
      };
      const Ran original = explainIn(c.scene);
      ASSERT_EQ(original.status, kSuccess) << original.err;
      const Ran unpacked = explainIn(copy);
      EXPECT_EQ(unpacked.out, original.out);
      EXPECT_EQ(unpacked.err, original.err);
      for (const char* archive : {"moved.usdz", "moved.zip"}) {
        const Ran inside = explainIn((alone / archive).string());
        ASSERT_EQ(inside.status, kSuccess) << inside.err;
        EXPECT_EQ(inside.err, "");
        const Json expected = parseJson(original.out);
        const Json found = parseJson(inside.out);
        for (const char* key : {"value", "source", "samples", "specPath"}) {
          if (!expected.contains(key)) continue;
          EXPECT_EQ(found[key], expected[key]) << archive << ' ' << path << ' ' << key;
        }
      }
    }
  }
}

TEST(CapsuleVerb, HasOnlyTheFilesThatAreUsed) {
  const TemporaryFolder folder;
  const std::string capsule = (folder / "a.zip").string();
  const auto packedNames = [&](const char* frames) {
    const Ran ran = runLine({"capsule", testScene("motion/root.usda"), "-o", capsule, "--frames",
                             frames, "--noPictures"});
    EXPECT_EQ(ran.status, kSuccess) << ran.err;
    const auto package = openCapsule(capsule);
    return package ? namesIn(*package) : std::set<std::string>();
  };
  const std::set<std::string> always = {"root.usda", "anim.usda", "manifest.usda", "capsule.json",
                                        "report.md"};
  std::set<std::string> early = always;
  early.insert({"clip_a.usda", "clip_b.usda"});
  EXPECT_EQ(packedNames("1:4"), early);
  std::set<std::string> late = always;
  late.insert({"clip_b.usda", "clip_c.usda"});
  EXPECT_EQ(packedNames("15:20"), late);
}

TEST(CapsuleVerb, HoldsAndNamesTheClipOfAPose) {
  const TemporaryFolder folder;
  const std::string capsule = (folder / "a.zip").string();
  const std::set<std::string> names =
      namesInCapsuleOf(testScene("museum/SkelClips/root.usda"), capsule,
                       {"--select", "/Walker/Body", "--frames", "14:16", "--time", "15"});
  EXPECT_TRUE(names.contains("walk.2.usda"));
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package && package->findEntry("report.md"));
  const std::string report(package->bytes(*package->findEntry("report.md")).text());
  EXPECT_NE(report.find("`walk.2.usda` at 5"), std::string::npos) << report;
  EXPECT_NE(report.find("translations and scales: the default in `character.usda`"),
            std::string::npos)
      << report;
}

TEST(CapsuleVerb, ClipsThatAreLeftOutAreNotMissing) {
  const TemporaryFolder folder;
  const TemporaryFolder alone;
  const std::string capsule = (folder / "a.usdz").string();
  ASSERT_EQ(runLine({"capsule", testScene("motion/root.usda"), "-o", capsule, "--frames", "1:4",
                     "--noPictures"})
                .status,
            kSuccess);
  EXPECT_EQ(readCapsuleView(capsule)->leftOut, std::vector<std::string>({"clip_c.usda"}));
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  unpack(*package, alone.path());
  for (const std::string& file : {capsule, (alone / "root.usda").string()}) {
    const Ran clips = runLine({"clips", file});
    EXPECT_EQ(clips.status, kSuccess) << clips.out;
    EXPECT_EQ(clips.out.find("missing"), std::string::npos) << clips.out;
    EXPECT_NE(clips.out.find("clip_c.usda, not in the capsule"), std::string::npos) << clips.out;
    const Ran explained = runLine({"explain", file, "/World/Crowd.px", "--time", "18"});
    EXPECT_NE(explained.out.find("`clip_c.usda`, wanted at 18, is not in the capsule"),
              std::string::npos)
        << explained.out;
    const std::string found = runLine({"check", file}).out;
    EXPECT_EQ(found.find("clip_c.usda' is needed"), std::string::npos) << found;
    EXPECT_EQ(found.find("MissingFile"), std::string::npos) << found;
  }
  // A hole in a template that has files of both kinds.
  for (const char* name : {"t.1.usda", "t.5.usda"}) {
    fs::copy_file(alone / "clip_a.usda", alone / name);
  }
  writeBytes(alone / "t.usda",
             "#usda 1.0\ndef \"A\" (clips = { dictionary default = {\n"
             "string templateAssetPath = \"t.#.usda\"\n double templateStartTime = 1\n"
             "double templateEndTime = 5\n double templateStride = 1\n"
             "asset manifestAssetPath = @manifest.usda@\n string primPath = \"/A\" }}) {\n}\n");
  writeBytes(alone / "capsule.json",
             capsuleViewToText({.scene = "t.usda", .leftOut = {"t.2.usda"}}));
  const std::string holes = runLine({"clips", (alone / "t.usda").string()}).out;
  EXPECT_NE(holes.find("does not have 1 file of the template"), std::string::npos) << holes;
  EXPECT_NE(holes.find("2 files of the template are missing"), std::string::npos) << holes;
  writeBytes(alone / "capsule.json",
             std::string(package->bytes(*package->findEntry("capsule.json")).text()));
  // A clip that was in the capsule, and is gone.
  fs::remove(alone / "clip_a.usda");
  const Ran broken = runLine({"clips", (alone / "root.usda").string()});
  EXPECT_EQ(broken.status, kFailure);
  EXPECT_NE(broken.out.find("clip_a.usda, missing"), std::string::npos) << broken.out;
}

TEST(CapsuleVerb, HasTheFindingsOfTheDoctor) {
  const TemporaryFolder folder;
  const std::string scene = testScene("faults/missingClip/shot.usda");
  ASSERT_TRUE(fs::exists(scene));
  const std::string capsule = (folder / "a.usdz").string();
  ASSERT_EQ(runLine({"capsule", scene, "-o", capsule, "--noPictures"}).status, kSuccess);
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  const PackageEntry* report = package->findEntry("report.md");
  ASSERT_TRUE(report);
  const std::string text(package->bytes(*report).text());
  EXPECT_NE(text.find("The clip cannot be opened."), std::string::npos) << text;
}

TEST(CapsuleVerb, ScenesInPackagesAreUnpacked) {
  const TemporaryFolder folder;
  const std::string scene = (folder / "c.usdz").string();
  ASSERT_EQ(runLine({"package", "--asset", testScene("motion/root.usda"), scene}).status, kSuccess);
  const std::string capsule = (folder / "a.usdz").string();
  ASSERT_EQ(runLine({"capsule", scene, "-o", capsule, "--frames", "1:4", "--mute",
                     "c.usdz[anim.usda]", "--noPictures"})
                .status,
            kSuccess);
  const auto muted = readCapsuleView(capsule);
  ASSERT_TRUE(muted);
  EXPECT_EQ(muted->muted, std::vector<std::string>({"anim.usda"}));
  ASSERT_EQ(runLine({"capsule", scene, "-o", capsule, "--frames", "1:4", "--noPictures"}).status,
            kSuccess);
  const std::set<std::string> names = {"root.usda",   "anim.usda",   "manifest.usda",
                                       "clip_a.usda", "clip_b.usda", "capsule.json",
                                       "report.md"};
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  EXPECT_EQ(namesIn(*package), names);
  const auto view = readCapsuleView(capsule);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->scene, "root.usda");
  EXPECT_EQ(view->leftOut, std::vector<std::string>({"clip_c.usda"}));
  const Ran explained = runLine({"explain", capsule, "/World/Crowd.px", "--time", "2"});
  EXPECT_NE(explained.out.find("`clip_a.usda` at 2"), std::string::npos) << explained.out;
  // A capsule of a capsule.
  const std::string second = (folder / "b.usdz").string();
  ASSERT_EQ(runLine({"capsule", capsule, "-o", second, "--frames", "1:4", "--noPictures"}).status,
            kSuccess);
  const auto again = openCapsule(second);
  ASSERT_TRUE(again);
  EXPECT_EQ(namesIn(*again), names);
}

TEST(CapsuleVerb, FilesNamedLikeThoseOfCapsulesStay) {
  const TemporaryFolder folder;
  const std::string scene = (folder / "hero.usdz").string();
  const std::string first = (folder / "a.usdz").string();
  const std::string second = (folder / "b.usdz").string();
  const std::set<std::string> names = {"hero.usda", "pictures/wood.png", "capsule.json",
                                       "report.md"};
  writeBytes(scene, packageOf({{"hero.usda", kWithWood}, {"pictures/wood.png", "wood"}}));
  EXPECT_EQ(namesInCapsuleOf(scene, first), names);
  EXPECT_EQ(namesInCapsuleOf(first, second), names);
  // Pictures of an older capsule go.
  writeBytes(scene, packageOf({{"hero.usda", kWithWood},
                               {"pictures/wood.png", "wood"},
                               {"capsule.json", "{}"},
                               {"pictures/0001.png", "old"}}));
  EXPECT_EQ(namesInCapsuleOf(scene, first), names);
}

TEST(CapsuleVerb, PackagesWithNamesThatCannotBeStayWhole) {
  const TemporaryFolder folder;
  const TemporaryFolder outside;
  const std::string scene = (folder / "s.usdz").string();
  const std::string capsule = (folder / "a.usdz").string();
  const std::set<std::string> whole = {"s.usdz", "capsule.json", "report.md"};

  std::string bytes = packageOf({{"hero.usda", kWithWood}, {"x-y.png", "p"}});
  for (std::size_t at = 0; (at = bytes.find("x-y.png", at)) != bytes.npos;) bytes[at + 1] = ':';
  writeBytes(scene, bytes);
  EXPECT_EQ(namesInCapsuleOf(scene, capsule), whole);
  EXPECT_NE(runLine({"dump", capsule}).out.find("/A.t"), std::string::npos);

  writeBytes(scene, packageOf({{"hero.usda", kWithWood}, {"report.md", "of the scene"}}));
  EXPECT_EQ(namesInCapsuleOf(scene, capsule), whole);

  writeBytes(outside / "x.png", "outside");
  writeBytes(scene, packageOf({{"hero.usda", "#usda 1.0\ndef \"A\" { asset t = @" +
                                                 (outside / "x.png").string() + "@\n }\n"},
                               {"0/x.png", "inside"}}));
  std::set<std::string> both = whole;
  both.insert("0/x.png");
  EXPECT_EQ(namesInCapsuleOf(scene, capsule), both);

  // Another root layer than the first one of the package.
  const char* const other = "#usda 1.0\ndef \"B\" { double y = 2\n }\n";
  writeBytes(scene, packageOf({{"hero.usda", kWithWood}, {"o.usda", other}, {"report.md", ""}}));
  std::set<std::string> over = whole;
  over.insert("capsule.usda");
  EXPECT_EQ(namesInCapsuleOf(scene + "[o.usda]", capsule), over);
  EXPECT_NE(runLine({"dump", capsule}).out.find("/B.y"), std::string::npos);
}

TEST(CapsuleVerb, OpensTheRootLayerInsideAPackage) {
  const TemporaryFolder folder;
  const std::string scene = (folder / "s.usdz").string();
  const std::string capsule = (folder / "a.usdz").string();
  writeBytes(scene,
             packageOf({{"hero.usda", "#usda 1.0\ndef \"A\" {}\n"},
                        {"b/m.usda", "#usda 1.0\ndef \"M\" {}\n"},
                        {"a/r.usda", "#usda 1.0\n(subLayers = [@../b/m.usda@])\ndef \"R\" {}\n"}}));
  const std::set<std::string> names =
      namesInCapsuleOf(scene + "[a/r.usda]", capsule, {"--mute", scene + "[b/m.usda]"});
  EXPECT_TRUE(names.contains("b/m.usda"));
  const auto view = readCapsuleView(capsule);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->scene, "a/r.usda");
  EXPECT_EQ(view->muted, std::vector<std::string>({"b/m.usda"}));
  const std::string dump = runLine({"dump", capsule}).out;
  EXPECT_NE(dump.find("\"/R\""), std::string::npos) << dump;
}

TEST(CapsuleVerb, SessionsOfCapsulesLieOverEachOther) {
  const TemporaryFolder folder;
  writeBytes(folder / "r.usda", "#usda 1.0\ndef \"A\" { double x = 1\n double y = 1\n }\n");
  writeBytes(folder / "s1.usda", "#usda 1.0\nover \"A\" { double x = 2\n double y = 2\n }\n");
  writeBytes(folder / "s2.usda", "#usda 1.0\nover \"A\" { double x = 3\n }\n");
  const std::string first = (folder / "one.usdz").string();
  const std::string second = (folder / "two.usdz").string();
  namesInCapsuleOf((folder / "r.usda").string(), first,
                   {"--session", (folder / "s1.usda").string()});
  const std::set<std::string> names = {"capsule1.usda", "capsule.usda", "r.usda", "capsule.json",
                                       "report.md"};
  EXPECT_EQ(namesInCapsuleOf(first, second, {"--session", (folder / "s2.usda").string()}), names);
  for (const auto& [path, value] : {std::pair("/A.x", 3.0), std::pair("/A.y", 2.0)}) {
    const Ran explained = runLine({"explain", second, path, "--time", "0", "--json"});
    ASSERT_EQ(explained.status, kSuccess) << explained.err;
    EXPECT_EQ(parseJson(explained.out)["value"], Json(value)) << path;
  }
}

TEST(CapsuleVerb, KeepsSelectionFramesAndMutedLayers) {
  const TemporaryFolder folder;
  const std::string capsule = (folder / "a.usdz").string();
  const Ran ran =
      runLine({"capsule", testScene("motion/root.usda"), "-o", capsule, "--frames", "3:9", "--time",
               "5", "--select", "/World/Popping.x", "--select", "/World/Crowd", "--noPictures"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const auto view = readCapsuleView(capsule);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->scene, "root.usda");
  EXPECT_EQ(view->from, 3.0);
  EXPECT_EQ(view->to, 9.0);
  EXPECT_EQ(view->time, 5.0);
  EXPECT_EQ(view->selected, std::vector<std::string>({"/World/Popping", "/World/Crowd"}));
  EXPECT_EQ(view->property, "x");
  EXPECT_EQ(readCapsuleView(testScene("motion/root.usda")), std::nullopt);
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  const PackageEntry* report = package->findEntry("report.md");
  ASSERT_TRUE(report);
  const std::string text(package->bytes(*report).text());
  EXPECT_NE(text.find("## /World/Popping.x"), std::string::npos) << text;
  EXPECT_NE(text.find("`anim.usda`"), std::string::npos) << text;

  const std::string muting = (folder / "b.usdz").string();
  ASSERT_EQ(runLine({"capsule", testScene("diff/changed.usda"), "-o", muting, "--mute",
                     "../motion/anim.usda", "--noPictures"})
                .status,
            kSuccess);
  std::ofstream(folder / "over.usda") << "#usda 1.0\ndef \"A\" { double x = 1\n }\n";
  std::ofstream(folder / "top.usda") << "#usda 1.0\n(\n    subLayers = [@over.usda@]\n)\n"
                                        "def \"A\" {}\n";
  const std::string top = (folder / "c.usdz").string();
  ASSERT_EQ(runLine({"capsule", (folder / "top.usda").string(), "-o", top, "--mute", "over.usda",
                     "--noPictures"})
                .status,
            kSuccess);
  EXPECT_EQ(readCapsuleView(top)->muted, std::vector<std::string>({"over.usda"}));
  EXPECT_EQ(runLine({"dump", top}).out.find("\"x\""), std::string::npos);
  EXPECT_NE(runLine({"dump", (folder / "top.usda").string()}).out.find("\"x\""), std::string::npos);
}

TEST(CapsuleVerb, PutsTheSessionOverTheScene) {
  const TemporaryFolder folder;
  std::ofstream(folder / "s.usda")
      << "#usda 1.0\nover \"World\" { over \"Hidden\" { double size = 7\n"
         " }\n }\n";
  const std::string capsule = (folder / "a.usdz").string();
  const Ran ran = runLine({"capsule", testScene("motion/root.usda"), "-o", capsule, "--noPictures",
                           "--session", (folder / "s.usda").string()});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const Ran explained =
      runLine({"explain", capsule, "/World/Hidden.size", "--time", "4", "--json"});
  ASSERT_EQ(explained.status, kSuccess) << explained.err;
  EXPECT_EQ(parseJson(explained.out)["value"], Json(7.0)) << explained.out;
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  EXPECT_EQ(package->entries()[0].name, "capsule.usda");
}

TEST(CapsuleVerb, RefusesWhatCannotBe) {
  const TemporaryFolder folder;
  const std::string scene = testScene("motion/root.usda");
  const std::string out = (folder / "a.usdz").string();
  const struct {
    std::vector<std::string> options;
    int status;
    const char* message;
  } cases[] = {
      {{"-o", (folder / "a.tar").string()}, kWrongUsage, ".usdz or .zip"},
      {{"-o", out, "--select", "/Nothing"}, kWrongUsage, "no prim </Nothing>"},
      {{"-o", out, "--select", "/World/Gap.none"}, kWrongUsage, "no property"},
      {{"-o", out, "--frames", "x"}, kWrongUsage, "--frames"},
      {{"-o", out, "--frames", "1:4", "--time", "9"}, kWrongUsage, "not one of the capsule's"},
      {{"-o", out, "--time", "default"}, kWrongUsage, "finite number"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> words = {"capsule", scene, "--noPictures"};
    words.insert(words.end(), c.options.begin(), c.options.end());
    const Ran ran = runLine(words);
    EXPECT_EQ(ran.status, c.status) << ran.err;
    EXPECT_NE(ran.err.find(c.message), std::string::npos) << ran.err;
    EXPECT_FALSE(fs::exists(out));
  }
}

TEST(CapsuleVerb, ShowsTheSamePicture) {
  if (!needGl()) return;
  const TemporaryFolder folder;
  const std::string capsule = (folder / "a.usdz").string();
  const Ran ran = runLine({"capsule", sampleScene(), "-o", capsule, "--frames", "40:41"});
  ASSERT_EQ(ran.status, kSuccess) << ran.err;
  const auto package = openCapsule(capsule);
  ASSERT_TRUE(package);
  EXPECT_TRUE(package->findEntry("pictures/0040.png"));
  EXPECT_TRUE(package->findEntry("pictures/0041.png"));
  const std::vector<std::string> size = {"--size", "320x180"};
  std::vector<std::string> ours = {
      "record", sampleScene(), "-o", (folder / "o.####.png").string(), "--frames", "40:41"};
  std::vector<std::string> theirs = {"record", capsule, "-o", (folder / "c.####.png").string()};
  for (auto* words : {&ours, &theirs}) {
    words->insert(words->end(), size.begin(), size.end());
    ASSERT_EQ(runLine(*words).status, kSuccess);
  }
  for (const char* frame : {"0040", "0041"}) {
    const ImageResult original =
        readImageFile((folder / (std::string("o.") + frame + ".png")).string());
    const ImageResult copy =
        readImageFile((folder / (std::string("c.") + frame + ".png")).string());
    ASSERT_TRUE(original.image && copy.image);
    EXPECT_EQ(original.image->pixels, copy.image->pixels) << frame;
  }
}

}  // namespace usdscope
