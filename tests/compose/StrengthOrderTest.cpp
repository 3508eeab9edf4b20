// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/compose/LayersOnDisk.h"

namespace usdscope {
namespace {

using Texts = std::vector<std::string>;

// The specs of a prim, strongest first: "root.usda</P>".
Texts specsOf(const ComposedScene& scene, const PrimIndex& index) {
  Texts texts;
  for (const PrimIndexNode& node : index.nodes()) {
    if (!node.canContribute()) continue;
    for (const LayerStackEntry& entry : node.layerStack->entries()) {
      if (entry.layer->findPrim(node.path)) {
        texts.push_back(scene.nameOf(*entry.layer) + '<' + node.path.text() + '>');
      }
    }
  }
  return texts;
}

}  // namespace

// Expected: UsdPrim::GetPrimStack of the reference.
TEST(StrengthOrder, SpecsAgreeWithTheReference) {
  const struct {
    const char* name;
    std::map<std::string, std::string> layers;
    const char* prim;
    Texts specs;
  } cases[] = {
      {"every kind of arc",
       {{"root.usda", R"(
def "P" (
    inherits = </Class>
    references = </Ref>
    payload = </Pay>
    specializes = </Spec>
    variants = {
        string v = "x"
    }
    variantSets = "v"
)
{
    variantSet "v" = {
        "x" {
        }
    }
}
class "Class" {
}
def "Ref" {
}
def "Pay" {
}
class "Spec" {
})"}},
       "/P",
       {"root.usda</P>", "root.usda</Class>", "root.usda</P{v=x}>", "root.usda</Ref>",
        "root.usda</Pay>", "root.usda</Spec>"}},
      {"arcs of one kind in authored order",
       {{"root.usda", R"(
def "P" (references = [</R2>, </R1>]) {
}
def "R1" {
}
def "R2" {
})"}},
       "/P",
       {"root.usda</P>", "root.usda</R2>", "root.usda</R1>"}},
      {"what an arc brings in is stronger than the next arc",
       {{"root.usda", R"(
def "P" (references = [</R1>, </R2>]) {
}
def "R1" (references = </Deep>) {
}
def "R2" {
}
def "Deep" {
})"}},
       "/P",
       {"root.usda</P>", "root.usda</R1>", "root.usda</Deep>", "root.usda</R2>"}},
      {"a class is overridden where the asset is used",
       {{"root.usda", R"(
def "P" (references = @./asset.usda@</A>) {
}
class "Class" {
})"},
        {"asset.usda", R"(
def "A" (inherits = </Class>) {
}
class "Class" {
})"}},
       "/P",
       {"root.usda</P>", "root.usda</Class>", "asset.usda</A>", "asset.usda</Class>"}},
      {"specializes are weaker than everything else",
       {{"root.usda", R"(
def "P" (references = [</R1>, </R2>]) {
}
def "R1" (specializes = </Spec>) {
}
def "R2" {
}
class "Spec" (references = </Base>) {
}
def "Base" {
})"}},
       "/P",
       {"root.usda</P>", "root.usda</R1>", "root.usda</R2>", "root.usda</Spec>",
        "root.usda</Base>"}},
      {"own arcs before those of ancestors",
       {{"root.usda", R"(
def "P" (references = </Ref>) {
    def "C" (references = </Own>) {
    }
}
def "Ref" {
    def "C" {
    }
}
def "Own" {
})"}},
       "/P/C",
       {"root.usda</P/C>", "root.usda</Own>", "root.usda</Ref/C>"}},
      {"a relocated prim",
       {{"root.usda", R"((
    relocates = { </P/Old>: </P/New> }
)
def "P" (references = </Ref>) {
    over "New" {
    }
}
def "Ref" {
    def "Old" {
    }
})"}},
       "/P/New",
       {"root.usda</P/New>", "root.usda</Ref/Old>"}},
      {"each layer of a stack in turn",
       {{"root.usda", R"((
    subLayers = [@./strong.usda@, @./weak.usda@]
)
def "P" (references = </R>) {
}
def "R" {
})"},
        {"strong.usda", "over \"P\" {\n}\nover \"R\" {\n}"},
        {"weak.usda", "over \"P\" {\n}"}},
       "/P",
       {"root.usda</P>", "strong.usda</P>", "weak.usda</P>", "root.usda</R>", "strong.usda</R>"}},
  };
  for (const auto& c : cases) {
    const LayersOnDisk layers(c.layers);
    const ComposedScene scene = layers.compose();
    ASSERT_TRUE(scene.composer()) << c.name;
    const auto index = scene.composer()->computeIndex(Path::fromText(c.prim));
    EXPECT_EQ(specsOf(scene, *index), c.specs) << c.name;
    EXPECT_TRUE(index->errors().empty()) << c.name;
  }
}

TEST(StrengthOrder, FaultsOfArcsAreNamed) {
  const struct {
    const char* metadata;  ///< The metadata of the prim /P.
    const char* error;
  } cases[] = {
      {"references = @./lost.usda@</A>",
       "InvalidAssetPath: The reference @./lost.usda@</A> is ignored, because its layer cannot be "
       "opened: "},
      {"references = @./asset.usda@",
       "UnresolvedPrimPath: The reference @./asset.usda@ is ignored: it does not name a prim, and "
       "its target has "
       "no default prim."},
      {"payload = @./asset.usda@</Gone>",
       "UnresolvedPrimPath: The payload leads to </Gone> in asset.usda, where there is no prim; it "
       "contributes nothing."},
      {"references = </A> (offset = 1; scale = -1)",
       "InvalidReferenceOffset: The time offset of the reference </A> is ignored: its scale must "
       "be positive and finite."},
      {"inherits = </P>",
       "ArcCycle: An inherit is ignored, because it forms a cycle: </P> to </P>."},
      {"references = @`${LOST}`@",
       "VariableExpressionError: The expression `${LOST}` is ignored, because it cannot be "
       "evaluated: The variable LOST "
       "has no value."},
  };
  for (const auto& c : cases) {
    const LayersOnDisk layers(
        {{"root.usda", "def \"P\" (\n    " + std::string(c.metadata) + "\n)\n{\n}\ndef \"A\" {\n}"},
         {"asset.usda", "def \"A\" {\n}"}});
    const ComposedScene scene = layers.compose();
    ASSERT_TRUE(scene.composer()) << c.metadata;
    const auto index = scene.composer()->computeIndex(Path::fromText("/P"));
    const Texts errors = textsOf(index->errors(), layers);
    ASSERT_EQ(errors.size(), 1u) << c.metadata;
    EXPECT_TRUE(errors[0].starts_with(c.error)) << c.metadata << '\n' << errors[0];
  }
}

}  // namespace usdscope
