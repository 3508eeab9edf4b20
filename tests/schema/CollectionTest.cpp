// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Collection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "engine/schema/CollectionExpression.h"
#include "engine/stage/Property.h"
#include "engine/stage/Stage.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {
namespace {

using Rule = CollectionMembership::Rule;

// The rules in the order in which they are authored, where the last one of a path wins. It reads a
// collection again wherever it is included.
struct RulesInOrder {
  const Prim& prim;
  std::map<std::string, Rule> rules;
  std::set<std::string> chain;

  void add(Token name) {
    if (!chain.insert(name.string()).second) return;
    const Token expansion = collectionExpansionRule(prim, name);
    const Rule rule = expansion == Token("explicitOnly") ? Rule::ExplicitOnly : Rule::ExpandPrims;
    for (const Path path : targets(name, "includes")) {
      const Token nested = collectionName(path);
      if (nested.isEmpty()) {
        rules[path.text()] = rule;
      } else {
        add(nested);
      }
    }
    for (const Path path : targets(name, "excludes")) rules[path.text()] = Rule::Exclude;
    chain.erase(name.string());
  }

  std::vector<Path> targets(Token name, const char* part) const {
    const Relationship found = prim.relationship(collectionProperty(name, part));
    return found ? found.targets() : std::vector<Path>();
  }
};

std::map<std::string, Rule> rulesByText(const CollectionMembership& membership) {
  std::map<std::string, Rule> rules;
  for (const auto& [path, rule] : membership.rules()) rules.emplace(path.text(), rule);
  return rules;
}

// A prim /P with the collections c0, c1 and so on. `textOf` writes the properties of each.
template <typename TextOf>
std::string collectionsText(int count, const TextOf& textOf) {
  std::string schemas;
  std::string properties;
  for (int i = 0; i < count; ++i) {
    schemas += fmt::format("\"CollectionAPI:c{}\", ", i);
    properties += textOf(i);
  }
  return fmt::format("def \"P\" (prepend apiSchemas = [{}]) {{\n{}}}\n", schemas, properties);
}

}  // namespace

TEST(Collection, NearestRuleOfAnAncestorDecides) {
  const struct {
    const char* name;
    const char* text;
    std::vector<std::string> inside;
    std::vector<std::string> outside;
  } cases[] = {
      {"nothing", "", {}, {"/", "/A"}},
      {"prims and all below",
       "rel collection:c:includes = </A>",
       {"/A", "/A/B/C"},
       {"/", "/AB", "/A.p", "/A/B.p"}},
      {"an excluded part with an included one inside",
       "rel collection:c:includes = [</A>, </A/B/C>]\nrel collection:c:excludes = </A/B>",
       {"/A", "/A/D", "/A/B/C", "/A/B/C/X"},
       {"/A/B", "/A/B/D"}},
      {"only what is named",
       "uniform token collection:c:expansionRule = \"explicitOnly\"\n"
       "rel collection:c:includes = </A>",
       {"/A"},
       {"/A/B", "/A.p"}},
      {"properties too",
       "uniform token collection:c:expansionRule = \"expandPrimsAndProperties\"\n"
       "rel collection:c:includes = </A>",
       {"/A", "/A.p", "/A/B.p"},
       {"/B.p"}},
      {"a property that is named", "rel collection:c:includes = </A.p>", {"/A.p"}, {"/A", "/A.q"}},
      {"everything", "uniform bool collection:c:includeRoot = 1", {"/A", "/B/C"}, {"/A.p"}},
      {"another collection",
       "rel collection:c:includes = </P.collection:d>\nrel collection:d:includes = </A>\n"
       "rel collection:d:excludes = </A/B>",
       {"/A", "/A/D"},
       {"/A/B"}},
      {"collections in a circle",
       "rel collection:c:includes = [</A>, </P.collection:d>]\n"
       "rel collection:d:includes = [</B>, </P.collection:c>]",
       {"/A", "/B"},
       {"/C"}},
      {"a collection that is not there",
       "rel collection:c:includes = [</A>, </X.collection:d>]",
       {"/A"},
       {"/X"}},
  };
  for (const auto& c : cases) {
    const auto result =
        stageFromText(std::string("def Scope \"P\" (prepend apiSchemas = [\"CollectionAPI:c\", "
                                  "\"CollectionAPI:d\"]) {\n") +
                      c.text + "\n}\n");
    ASSERT_TRUE(result.stage) << c.name;
    const CollectionMembership membership(result.stage->primAt(Path::fromText("/P")), Token("c"));
    for (const std::string& path : c.inside) {
      EXPECT_TRUE(membership.contains(Path::fromText(path))) << c.name << ": " << path;
    }
    for (const std::string& path : c.outside) {
      EXPECT_FALSE(membership.contains(Path::fromText(path))) << c.name << ": " << path;
    }
  }
}

TEST(Collection, LastRulesOfPathsWinHoweverCollectionsAreNested) {
  std::mt19937 random(7);
  const auto below = [&](unsigned end) { return unsigned(random() % end); };
  const char* const prims[] = {"/A", "/A/B", "/C", "/D"};
  for (int round = 0; round < 200; ++round) {
    const int count = 2 + int(below(4));
    const std::string text = collectionsText(count, [&](int i) {
      std::string includes = fmt::format("</In{}>, ", i);
      for (unsigned k = below(5); k > 0; --k) {
        const std::string path = below(2) == 0
                                     ? fmt::format("<{}>, ", prims[below(4)])
                                     : fmt::format("</P.collection:c{}>, ", below(unsigned(count)));
        // A list has each path once.
        if (includes.find(path) == std::string::npos) includes += path;
      }
      std::string excludes = fmt::format("</Out{}>, ", i);
      if (below(2) == 0) excludes += fmt::format("<{}>", prims[below(4)]);
      return fmt::format(
          "uniform token collection:c{0}:expansionRule = \"{1}\"\n"
          "rel collection:c{0}:includes = [{2}]\nrel collection:c{0}:excludes = [{3}]\n",
          i, below(2) == 0 ? "explicitOnly" : "expandPrims", includes, excludes);
    });
    const auto result = stageFromText(text);
    ASSERT_TRUE(result.stage) << text;
    const Prim prim = result.stage->primAt(Path::fromText("/P"));
    RulesInOrder expected{.prim = prim, .rules = {}, .chain = {}};
    expected.add(Token("c0"));
    EXPECT_EQ(rulesByText(CollectionMembership(prim, Token("c0"))), expected.rules) << text;
  }
}

TEST(Collection, EachIncludedCollectionIsReadOnce) {
  // Each includes the two behind it, so that the last one is included more often than a computer
  // can count.
  constexpr int kCount = 300;
  const auto result = stageFromText(collectionsText(kCount, [](int i) {
    return fmt::format(
        "rel collection:c{}:includes = [</A{}>, </P.collection:c{}>, </P.collection:c{}>]\n", i, i,
        (i + 1) % kCount, (i + 2) % kCount);
  }));
  ASSERT_TRUE(result.stage);
  const CollectionMembership membership(result.stage->primAt(Path::fromText("/P")), Token("c0"));
  EXPECT_EQ(membership.rules().size(), std::size_t(kCount));
}

TEST(Collection, LongChainsOfIncludedCollectionsAreReadToTheirEnd) {
  constexpr int kCount = 5'000;
  const auto result = stageFromText(collectionsText(kCount, [](int i) {
    return fmt::format("rel collection:c{}:includes = [</A{}>, </P.collection:c{}>]\n", i, i,
                       i + 1);
  }));
  ASSERT_TRUE(result.stage);
  const CollectionMembership membership(result.stage->primAt(Path::fromText("/P")), Token("c0"));
  EXPECT_EQ(membership.rules().size(), std::size_t(kCount));
}

TEST(Collection, ExpressionsThatAreTooDeepMatchNothing) {
  const struct {
    const char* name;
    int count;
    std::string expression;
    bool isTooDeep;
  } cases[] = {
      {"a chain of references", 2'000, "%/P:c{}", true},
      {"a chain of references with operators", 2'000, "/A{} + %/P:c{}", true},
      {"a chain that is not long", 400, "%/P:c{}", false},
  };
  for (const auto& c : cases) {
    const auto result = stageFromText(collectionsText(c.count, [&](int i) {
      std::string expression = i + 1 == c.count ? "/A" : c.expression;
      for (std::size_t at; (at = expression.find("{}")) != std::string::npos;) {
        expression.replace(at, 2, std::to_string(i + 1));
      }
      return fmt::format("pathExpression collection:c{}:membershipExpression = \"{}\"\n", i,
                         expression);
    }));
    ASSERT_TRUE(result.stage) << c.name;
    const CollectionExpression found(result.stage->primAt(Path::fromText("/P")), Token("c0"));
    EXPECT_EQ(found.problem(), c.isTooDeep ? "It is nested too deeply." : "") << c.name;
  }
}

}  // namespace usdscope
