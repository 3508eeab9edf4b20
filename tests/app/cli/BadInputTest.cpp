// SPDX-License-Identifier: Apache-2.0

// Opens broken scenes with the verbs. Each fault has one message with its place, and the rest of
// the scene is intact.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "app/cli/CommandLine.h"
#include "tests/app/cli/RunLine.h"
#include "tests/support/Corpora.h"
#include "tests/support/NeedsGl.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

struct Heard {
  int status;
  std::string out;
  std::vector<std::string> messages;  ///< Lines of the error stream.
};

Heard hear(std::vector<std::string> arguments) {
  const Ran ran = runLine(std::move(arguments));
  Heard heard{ran.status, ran.out, {}};
  std::istringstream lines(ran.err);
  for (std::string line; std::getline(lines, line);) heard.messages.push_back(line);
  return heard;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

using Files = std::map<std::string, std::string>;

class BadInput : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  std::string inFolder(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
};

std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

constexpr const char* kCutText = R"(#usda 1.0
def Xform "World"
{
    def Sphere "S"
    {
        point3f[] p = [(1, 2, 3), (4, 5)";

// A skeleton and a skinned mesh; %JOINTS and %INDICES are replaced.
constexpr const char* kSkinned = R"(#usda 1.0
def SkelRoot "Root"
{
    def Skeleton "Skel" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = [%JOINTS]
        uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
    }
    def Mesh "Body" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        rel skel:skeleton = </Root/Skel>
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] primvars:skel:jointIndices = [%INDICES] (
            elementSize = 1
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
    }
}
def Sphere "Stays" {}
)";

std::string skinned(const std::string& joints, const std::string& indices) {
  std::string text = kSkinned;
  text.replace(text.find("%JOINTS"), 7, joints);
  text.replace(text.find("%INDICES"), 8, indices);
  return text;
}

}  // namespace

TEST_F(BadInput, SaysOnceWhatIsWrongAndWhere) {
  const struct {
    const char* name;
    Files files;
    std::vector<std::string> messages;  ///< A piece of each line, in order; place before fault.
    std::vector<std::string> prims;     ///< Prims of the tree; none: the scene does not open.
  } cases[] = {
      {"a missing file", {}, {"root.usda: No such file"}, {}},
      {"an empty file", {{"root.usda", ""}}, {"root.usda: The file is empty"}, {}},
      {"no layer at all", {{"root.usda", "PK? no"}}, {"root.usda"}, {}},
      {"text that was cut",
       {{"root.usda", kCutText}},
       {"root.usda:6:35: </World/S>: Expected"},
       {}},
      {"references to nowhere",
       {{"root.usda", R"(#usda 1.0
def "File" ( references = @./gone.usda@</A> ) {}
def "Prim" ( references = @./other.usda@</Gone> ) {}
def "Default" ( payload = @./other.usda@ ) {}
def Sphere "Stays" {}
)"},
        {"other.usda", "#usda 1.0\ndef Sphere \"A\" {}\n"}},
       {"root.usda: </File>: The reference @./gone.usda@</A> is ignored, because its layer cannot "
        "be opened: ",
        "root.usda: </Prim>: The reference leads to </Gone> in ",
        "root.usda: </Default>: The payload @./other.usda@ is ignored: it does not name a prim"},
       {"File", "Prim", "Default", "Stays"}},
      {"broken layers behind arcs",
       {{"root.usda", R"(#usda 1.0
(
    subLayers = [@./cut.usda@, @./gone.usda@]
)
def "Reference" ( references = @./cut.usda@</A> ) {}
def Sphere "Stays" {}
)"},
        {"cut.usda", kCutText}},
       {"root.usda: </Reference>: The reference @./cut.usda@</A> is ignored, because its layer "
        "cannot be opened: ",
        "root.usda: </>: The sublayer ./cut.usda is ignored, because it cannot be loaded: ",
        "root.usda: </>: The sublayer ./gone.usda is ignored, because it cannot be loaded: "},
       {"Reference", "Stays"}},
      {"arcs in circles",
       {{"root.usda", R"(#usda 1.0
(
    subLayers = [@./sub.usda@]
)
def "I" ( inherits = </I> ) {}
def "S" ( specializes = </S/Below> ) {
    def "Below" {}
}
def "P" ( payload = @./root.usda@</P> ) {}
def "V" (
    variantSets = "v"
    variants = { string v = "x" }
) {
    variantSet "v" = {
        "x" ( references = </V> ) {}
    }
}
def Sphere "Stays" {}
)"},
        {"sub.usda", "#usda 1.0\n(\n    subLayers = [@./root.usda@]\n)\n"}},
       {"root.usda: </I>: An inherit is ignored, because it forms a cycle: </I> to </I>",
        "root.usda: </S>: A specialize is ignored, because it forms a cycle: </S> to </S/Below>",
        "root.usda: </P>: A payload is ignored, because it forms a cycle: </P> to </P> to </P>",
        "root.usda: </V{v=x}>: A reference is ignored, because it forms a cycle: </V> to </V{v=x}> "
        "to "
        "</V>",
        "sub.usda: </>: The sublayer ./root.usda is ignored"},
       {"I", "S", "Below", "P", "V", "Stays"}},
      {"relocates in each other's way",
       {{"root.usda", R"(#usda 1.0
(
    relocates = { </A/B>: </A/C>, </A/D>: </A/C>, </R>: </A/E> }
)
def "A" ( references = </Model> ) {}
def "Model" {
    def "B" {}
    def "D" {}
}
def Sphere "Stays" {}
)"}},
       {"</R>", "</A/C>"},
       {"A", "B", "D", "Stays"}},
  };
  for (const auto& c : cases) {
    std::filesystem::remove_all(folder_.path());
    std::filesystem::create_directories(folder_.path());
    for (const auto& [name, text] : c.files) write(name, text);
    for (const std::string verb : {"tree", "dump"}) {
      std::vector<std::string> line{verb, inFolder("root.usda")};
      if (verb == "dump") line.insert(line.end(), {"-o", inFolder("dump.json")});
      const Heard ran = hear(line);
      EXPECT_EQ(ran.status, c.prims.empty() ? kUnreadable : kSuccess) << c.name << '\n'
                                                                      << joined(ran.messages);
      ASSERT_EQ(ran.messages.size(), c.messages.size()) << c.name << '\n' << joined(ran.messages);
      for (const std::string& piece : c.messages) {
        EXPECT_EQ(std::ranges::count_if(ran.messages,
                                        [&](const auto& m) { return m.find(piece) != m.npos; }),
                  1)
            << c.name << ": " << piece << '\n'
            << joined(ran.messages);
      }
      for (const std::string& prim : c.prims) {
        if (verb != "tree") break;
        EXPECT_NE(ran.out.find("--" + prim + " ["), std::string::npos) << c.name << ": " << prim;
      }
    }
  }
}

// The message of a broken layer names its own line, not only the arc.
TEST_F(BadInput, AnArcToABrokenLayerReportsItsLine) {
  write("root.usda", "#usda 1.0\ndef \"A\" ( references = @./cut.usda@ ) {}\n");
  write("cut.usda", kCutText);
  const Heard ran = hear({"tree", inFolder("root.usda")});
  ASSERT_EQ(ran.messages.size(), 1u) << joined(ran.messages);
  EXPECT_NE(ran.messages[0].find("cut.usda:6:35: </World/S>: Expected"), std::string::npos)
      << ran.messages[0];
}

TEST_F(BadInput, ACrateCutAnywhereIsOneErrorWithItsPlace) {
  std::vector<std::filesystem::path> crates = {testAssetsPath() / "usdc/types.usdc"};
  if (const auto corpora = corporaPath()) {
    crates.push_back(*corpora / "assets/tinyusdz/tests/usdc/suzanne.usdc");
  }
  for (const auto& crate : crates) {
    const std::string bytes = bytesOf(crate);
    ASSERT_FALSE(bytes.empty()) << crate;
    write("root.usda",
          "#usda 1.0\ndef \"Cut\" ( references = @./cut.usdc@ ) {}\ndef \"Stays\" {}\n");
    for (std::size_t size = 0; size < bytes.size(); size += 97) {
      write("cut.usdc", bytes.substr(0, size));
      const Heard alone = hear({"tree", inFolder("cut.usdc")});
      EXPECT_EQ(alone.status, kUnreadable) << crate << " cut to " << size;
      ASSERT_EQ(alone.messages.size(), 1u) << size << '\n' << joined(alone.messages);
      EXPECT_TRUE(alone.messages[0].starts_with("error: " + inFolder("cut.usdc")))
          << alone.messages[0];
      const Heard behind = hear({"tree", inFolder("root.usda")});
      EXPECT_EQ(behind.status, kSuccess) << size;
      ASSERT_EQ(behind.messages.size(), 1u) << size << '\n' << joined(behind.messages);
      EXPECT_NE(behind.messages[0].find("</Cut>"), std::string::npos) << behind.messages[0];
      EXPECT_NE(behind.out.find("--Stays"), std::string::npos) << size;
    }
  }
}

TEST_F(BadInput, GeometryThatCannotBeDrawnIsReportedOnceForAllFrames) {
  if (!needGl()) return;
  const struct {
    const char* name;
    std::string text;
    std::vector<std::string> messages;
    bool isInDump;
  } cases[] = {
      {"parents after children",
       skinned("\"a/b\", \"a\"", "0, 0, 0"),
       {"</Root/Skel>: Joint 0 comes before its parent, joint 1"},
       true},
      {"influences out of range",
       skinned("\"a\", \"a/b\"", "0, 7, 0"),
       {"</Root/Body>: Joint index 7 at 1 is not in [0, 2)"},
       true},
      {"degenerate meshes",
       R"(#usda 1.0
def Mesh "NoPoints" {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
}
def Mesh "NoArea" {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (0, 0, 0), (0, 0, 0)]
}
def Mesh "NotANumber" {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(nan, 0, 0), (1, 0, 0), (0, inf, 0)]
}
def Mesh "Index" {
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 9]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
def Sphere "Stays" {}
)",
       {"</NoPoints>", "</NotANumber>: Some points are not finite", "</Index>"},
       false},
  };
  for (const auto& c : cases) {
    write("root.usda", c.text);
    const auto expectMessages = [&](const Heard& ran) {
      EXPECT_EQ(ran.status, kSuccess) << c.name;
      EXPECT_EQ(ran.messages.size(), c.messages.size()) << c.name << '\n' << joined(ran.messages);
      for (const std::string& piece : c.messages) {
        EXPECT_NE(joined(ran.messages).find(piece), std::string::npos)
            << c.name << ": " << piece << '\n'
            << joined(ran.messages);
      }
    };
    expectMessages(hear({"record", inFolder("root.usda"), "-f", "1:3", "--size", "32x32", "-o",
                         inFolder("a.#.png")}));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "a.3.png")) << c.name;
    if (c.isInDump) {
      expectMessages(hear({"dump", inFolder("root.usda"), "-o", inFolder("dump.json")}));
    }
  }
}

}  // namespace usdscope
