// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/PathExpressionTree.h"

#include <gtest/gtest.h>

// The texts are those of usd-core 26.11.

namespace usdscope {

TEST(PathExpressionTree, TextAgreesWithTheReference) {
  const struct {
    std::string_view text;
    std::string_view written;
  } cases[] = {
      {"", ""},
      {"//", "//"},
      {"/A  /B", "/A /B"},
      {" /A\t/B ", "/A /B"},
      {"(/A /B)", "/A /B"},
      {"/A+(/B /C)", "/A + /B /C"},
      {"(/A + /B) /C", "(/A + /B) /C"},
      {"/A - (/B - /C)", "/A - (/B - /C)"},
      {"(/A - /B) - /C", "/A - /B - /C"},
      {"~ (/A & /B)", "~(/A & /B)"},
      {"~(~/A)", "/A"},
      {"/A & //", "/A"},
      {"/A - //", ""},
      {"/A - ~//", "/A"},
      {"//  //A", "//"},
      {"~(/A & ~//)", "//"},
      {"(// & /A) - (~// + /B)", "/A - /B"},
      {"/A\n/B", "/A"},
      {"%:c %/A:b %../A:b %_", "%:c %/A:b %../A:b %_"},
      {"%:a-%:b", "%:a - %:b"},
      {"%:_", "%_"},
      {". .. ../B .//B A.b 1", ". .. ../B .//B A.b 1"},
      {"A/{x}/b*[a-c!]?//C.d:e", "A/{x}/b*[a-c!]?//C.d:e"},
      {"/A.{x} /A{x}.b", "/A.{x} /A{x}.b"},
      {"/A-B", "/A - B"},
      {"//{isa:Mesh,\"x y\",1,-1.50,true,inf}", "//{isa:\"Mesh\",\"x y\",1,-1.5,1,inf}"},
      {"//{f:}", "//{f:\"\"}"},
      {"//{f()}", "//{f(\"\")}"},
      {"//{f (1, x = 'q\"',y=b\\c)}", "//{f(1, x='q\"', y=\"bc\")}"},
      {"//{f:9223372036854775808}", "//{f:\"9223372036854775808\"}"},
      {"//{ a  b and(not not(c or d))}", "//{a b and not not (c or d)}"},
      {"//{(a or b) and (c and d)}", "//{(a or b) and (c and d)}"},
  };
  for (const auto& c : cases) {
    ExpressionProblem problem;
    const auto tree = PathExpressionTree::read(c.text, PathSyntax::Authored, problem);
    ASSERT_TRUE(tree) << c.text << ": " << problem.expected;
    EXPECT_EQ(tree->text(), c.written) << c.text;
  }
}

TEST(PathExpressionTree, SaysWhereATextIsNone) {
  const struct {
    std::string_view text;
    std::size_t offset;
  } cases[] = {
      {" ", 1},          {"/A+", 3},          {"/A++/B", 3},
      {"/A)", 2},        {"(/A", 3},          {"()", 1},
      {"~~/A", 1},       {"/A~/B", 2},        {"/A(/B)", 2},
      {"/A:b", 2},       {"/A/", 3},          {"/A///B", 4},
      {"//.b", 2},       {"/.b", 1},          {"./A", 1},
      {"..A", 2},        {"../", 3},          {"/A.b.c", 4},
      {"/A.b//", 4},     {"/A.", 3},          {"/[]", 2},
      {"/[a", 3},        {"/[+]", 2},         {"%", 1},
      {"% _", 1},        {"%A:b", 1},         {"%_a", 1},
      {"%/A", 3},        {"%/A:1", 4},        {"%/A//B:c", 4},
      {"/A{", 3},        {"/A{}", 3},         {"/A{a", 4},
      {"/A{a}b", 5},     {"/A{not}", 6},      {"/A{a or}", 7},
      {"/A{inf}", 3},    {"/A{a:1.}", 7},     {"/A{a:1x}", 6},
      {"/A{a(1 2)}", 7}, {"/A{a(x=1,1)}", 9}, {"/A{a:'\\q'}", 7},
      {"/A{a:\"b}", 8},  {"/A{(a}", 5},       {"/\xC3\xA9", 1},
      {"/A{v=x}B", 4},   {"%/A_", 4},
  };
  for (const auto& c : cases) {
    ExpressionProblem problem;
    EXPECT_FALSE(PathExpressionTree::read(c.text, PathSyntax::Authored, problem)) << c.text;
    EXPECT_EQ(problem.offset, c.offset) << c.text;
    EXPECT_FALSE(problem.expected.empty()) << c.text;
  }
}

TEST(PathExpressionTree, TextsOfAnchoredExpressionsAreRead) {
  for (const std::string_view text :
       {"/A{v=x}B", "%/A_", "%/:b", "/A{f:\"\"\"\n\"\"\"}", "/A{f:\"\\x07\"}", "/\u00c4//B",
        "/A/\u00c4.\u00e9", "%/\u00c4:c"}) {
    EXPECT_EQ(PathExpressionTree::parse(text).text(), text);
    ExpressionProblem problem;
    EXPECT_FALSE(PathExpressionTree::read(text, PathSyntax::Authored, problem)) << text;
  }
}

TEST(PathExpressionTree, AnchorsPaths) {
  const struct {
    const char* prim;
    const char* text;
    const char* anchored;
  } cases[] = {
      {"/P", "A .//x . .. {a}", "/P/A /P//x /P / /P/{a}"},
      {"/P", "../A.b ../../A ..//", "/A.b ../../A //"},
      {"/P", "%:c %../A:b %../../A:b %_", "%:c %/A:b %:b %_"},
      {"/P", "..// & /A", "// & /A"},
      {"/", "A .//A", "/A //A"},
      {"/P", "A{f:'\\n\\t'} B{f:\\x07\\x22}", "/P/A{f:\"\"\"\n\\t\"\"\"} /P/B{f:'\\x07\"'}"},
      {"/P/\u00c4", "A A* .//x", "/P/\u00c4/A /P/\u00c4/A* /P/\u00c4//x"},
      {"/P{v=x}B", "A ../C ..//C A*", "/P{v=x}B/A /P{v=x}C ..//C /P{v=x}B/A*"},
  };
  for (const auto& c : cases) {
    const PathExpressionTree tree =
        PathExpressionTree::parse(c.text).anchored(Path::fromText(c.prim));
    EXPECT_EQ(tree.text(), c.anchored) << c.text;
    // The written text must be readable again.
    if ((" " + tree.text() + " ").find(" // ") == std::string::npos) {
      EXPECT_EQ(PathExpressionTree::parse(tree.text()).text(), tree.text());
    }
  }
}

TEST(PathExpressionTree, PathsAreMapped) {
  const struct {
    const char* text;
    const char* mapped;
  } cases[] = {
      {"/A//", "/X/Y//"},
      {"/A/B*/C", "/X/Y/B*/C"},
      {"/A", "/X/Y"},
      {"/A.b*", "/X/Y.b*"},
      {"/A/B{isa:\"Mesh\"}", "/X/Y/B{isa:\"Mesh\"}"},
      {"%/A:name", "%/X/Y:name"},
      {"%:name %_ //C*", "%:name %_ //C*"},
      {"/Out", ""},
      {"/A /Out", "/X/Y"},
      {"/A - /Out//", "/X/Y"},
      {"/A & /Out", ""},
      {"~/Out", "//"},
  };
  for (const auto& c : cases) {
    const auto map = [](Path path) {
      const Path a = Path::fromText("/A");
      return path.hasPrefix(a) ? path.withPrefixReplaced(a, Path::fromText("/X/Y")) : Path();
    };
    EXPECT_EQ(PathExpressionTree::parse(c.text).mapped(map).text(), c.mapped) << c.text;
  }
}

TEST(PathExpressionTree, ReferencesThatMultiplyStayInBounds) {
  PathExpressionTree tree = PathExpressionTree::parse("/A");
  const PathExpressionTree twice = PathExpressionTree::parse("%_ + %_");
  for (int i = 0; i < 100; ++i) tree = twice.over(tree);
  EXPECT_LT(tree.text().size(), 100'000u);
}

TEST(PathExpressionTree, AnySizeAndDepthIsRead) {
  constexpr int kCount = 20'000;
  std::string chain = "/A";
  std::string groups = "/A - /A";
  std::string complements = "/A";
  std::string predicates = "//{a";
  for (int i = 0; i < kCount; ++i) {
    chain += " - /A";
    groups = "/A - (" + groups;
    complements = i % 2 == 0 ? "~" + complements : "(" + complements + ")";
    predicates += " and (not b";
  }
  groups += std::string(kCount, ')');
  predicates += std::string(kCount, ')') + "}";
  EXPECT_TRUE(PathExpressionTree::parse(chain).text() == chain);
  EXPECT_TRUE(PathExpressionTree::parse(groups).text() == groups);
  EXPECT_EQ(PathExpressionTree::parse(complements).text(), "/A");
  EXPECT_EQ(PathExpressionTree::parse(predicates).atomCount(), 1u);
  EXPECT_TRUE(PathExpressionTree::parse(std::string(kCount, '(')).isEmpty());
  std::string nothing = "/A";
  for (int i = 0; i < kCount; ++i) nothing = "// & (" + nothing + ")";
  EXPECT_EQ(PathExpressionTree::parse(nothing).text(), "/A");
}

}  // namespace usdscope
