// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/UsdaText.h"

namespace usdscope {

TEST(UsdaVariantSets, LastListOfARepeatedVariantSetWins) {
  const auto layer = readInPrim(
      "variantSet \"v\" = {\n \"x\" ( kind = \"k\" ) {\n int a = 1 (doc = \"d\")\n int b\n"
      "variantSet \"w\" = { \"p\" { } }\n}\n \"y\" { } }\n variantSet \"u\" = {}\n"
      "variantSet \"v\" = {\n \"z\" {}\n \"x\" {\n int a = 2\n variantSet \"w\" = { \"q\" { } }\n }"
      "}");
  ASSERT_TRUE(layer);
  const PrimSpec prim = layer->findPrim(Path::fromText("/A"));
  ASSERT_EQ(prim.variantCount(), 2u);
  EXPECT_EQ(prim.variant(0).path(), Path::fromText("/A{v=z}"));
  EXPECT_EQ(prim.variant(1).path(), Path::fromText("/A{v=x}"));
  const PrimSpec variant = prim.variant(1);
  EXPECT_EQ(variant.field(fields::kKind), Value(Token("k")));
  ASSERT_EQ(variant.propertyCount(), 2u);
  EXPECT_EQ(variant.property(0).field(fields::kDefault), Value(std::int32_t{2}));
  EXPECT_EQ(variant.property(0).field(fields::kDocumentation), Value(std::string("d")));
  ASSERT_EQ(variant.variantCount(), 1u);
  EXPECT_EQ(variant.variant(0).path(), Path::fromText("/A{v=x}{w=q}"));
  EXPECT_FALSE(layer->findPrim(Path::fromText("/A{v=y}")));
}

TEST(UsdaVariantSets, ReplacedContentsStillCauseConflicts) {
  const auto around = [](const std::string& last) {
    return "variantSet \"v\" = { \"x\" { int a\n def \"B\" {}\n}\n}\n"
           "variantSet \"v\" = { \"x\" { int c\n def \"D\" {}\n}\n}\n"
           "variantSet \"v\" = { \"x\" { " +
           last + "\n}\n}\n";
  };
  for (const char* last : {"def \"B\" {}", "def \"D\" {}", "float c"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(readText("#usda 1.0\ndef \"A\" {\n" + around(last) + "}\n", diagnostics)) << last;
  }
  const auto layer = readInPrim(around("int a = 3\n int e"));
  ASSERT_TRUE(layer);
  const PrimSpec variant = layer->findPrim(Path::fromText("/A{v=x}"));
  ASSERT_EQ(variant.propertyCount(), 1u);
  EXPECT_EQ(variant.property(0).name(), Token("e"));
  ASSERT_EQ(variant.childCount(), 1u);
  EXPECT_EQ(variant.child(0).path(), Path::fromText("/A{v=x}D"));
}

TEST(UsdaVariantSets, VariantThatComesTwiceKeepsItsFieldsAndTheLastContents) {
  const auto layer = readInPrim(
      "variantSet \"v\" = {\n \"x\" ( kind = \"k\" ) {\n int a\n def \"K\" {}\n }\n"
      "\"x\" {\n int b\n }\n }");
  ASSERT_TRUE(layer);
  const PrimSpec variant = layer->findPrim(Path::fromText("/A{v=x}"));
  EXPECT_EQ(layer->findPrim(Path::fromText("/A")).variantCount(), 1u);
  EXPECT_EQ(variant.field(fields::kKind), Value(Token("k")));
  ASSERT_EQ(variant.propertyCount(), 1u);
  EXPECT_EQ(variant.property(0).name(), Token("b"));
  EXPECT_EQ(variant.childCount(), 1u);
}

// The reference reads such a variant too; on the stage nothing remains of it.
TEST(UsdaVariantSets, VariantWithoutANameIsDroppedWithAWarning) {
  const auto around = [](const std::string& content) {
    return "#usda 1.0\ndef \"A\" {\nvariantSet \"v\" = {\n\"x\" { int a\n }\n\"\" (kind = \"k\") "
           "{\n" +
           content + "}\n\"y\" { int b\n }\n}\nint last\n}\n";
  };
  Diagnostics diagnostics;
  const auto layer =
      readText(around("int gone\ndef \"C\" {\n}\nvariantSet \"w\" = {\n\"\" {\n}\n\"z\" {\n}\n}\n"),
               diagnostics);
  ASSERT_TRUE(layer);
  const PrimSpec prim = layer->findPrim(Path::fromText("/A"));
  ASSERT_EQ(prim.variantCount(), 2u);
  EXPECT_EQ(prim.variant(0).path(), Path::fromText("/A{v=x}"));
  EXPECT_EQ(prim.variant(1).path(), Path::fromText("/A{v=y}"));
  EXPECT_EQ(prim.variant(1).variantCount(), 0u);
  EXPECT_EQ(prim.propertyCount(), 1u);
  EXPECT_EQ(prim.childCount(), 0u);
  EXPECT_FALSE(prim.hasField(fields::kKind));
  ASSERT_EQ(diagnostics.entries().size(), 2u);
  EXPECT_EQ(diagnostics.entries()[0].code.id, std::string("usda.dropped-variant"));
  EXPECT_EQ(diagnostics.entries()[0].site.line, 6);
  // Its content must still be right.
  Diagnostics errors;
  EXPECT_FALSE(readText(around("int 3\n"), errors));
}

}  // namespace usdscope
