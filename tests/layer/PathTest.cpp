// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/Path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/layer/Identifiers.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

nlohmann::json casesOf(const char* name) {
  std::ifstream file(testAssetsPath() / "core" / name);
  return nlohmann::json::parse(file, nullptr, false);
}

Path path(std::string_view text) { return Path::fromText(text); }

}  // namespace

// Texts and results from tests/oracle/make_core_cases.py; the anchor of relative ones is /R/S.
TEST(Path, ParsesWhatTheReferenceParses) {
  const auto cases = casesOf("paths.json");
  ASSERT_TRUE(cases.is_array() && cases.size() > 100);
  for (const auto& c : cases) {
    const auto text = c["text"].get<std::string>();
    const auto absolute = c["absolute"].get<std::string>();
    EXPECT_EQ(Path::fromText(text, path("/R/S")).text(), absolute) << c;
    EXPECT_EQ(path(text).text(), c["isAbsolute"].get<bool>() ? absolute : "") << c;
  }
}

TEST(Path, OrderIsTheReferences) {
  const auto ordered = casesOf("pathOrder.json").get<std::vector<std::string>>();
  ASSERT_GT(ordered.size(), 20u);
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      EXPECT_EQ(pathLess(path(ordered[i]), path(ordered[j])), i < j)
          << ordered[i] << ' ' << ordered[j];
    }
  }
}

TEST(Path, NamesFollowTheReference) {
  const auto cases = casesOf("names.json");
  ASSERT_TRUE(cases.is_array() && cases.size() > 20);
  for (const auto& c : cases) {
    const auto text = c["text"].get<std::string>();
    EXPECT_EQ(isValidIdentifier(text), c["identifier"].get<bool>()) << c;
    EXPECT_EQ(isValidNamespacedIdentifier(text), c["namespaced"].get<bool>()) << c;
    EXPECT_EQ(isValidVariantName(text), c["variant"].get<bool>()) << c;
  }
}

TEST(Path, PartsAndParents) {
  const struct {
    const char* text;
    Path::Kind kind;
    const char* parent;
    const char* name;
    const char* prim;
    const char* primOrVariant;
    const char* withoutVariants;
    std::size_t depth;
  } cases[] = {
      {"", Path::Kind::Empty, "", "", "", "", "", 0},
      {"/", Path::Kind::Root, "", "", "/", "/", "/", 0},
      {"/A", Path::Kind::Prim, "/", "A", "/A", "/A", "/A", 1},
      {"/A/B", Path::Kind::Prim, "/A", "B", "/A/B", "/A/B", "/A/B", 2},
      {"/A.x:y", Path::Kind::Property, "/A", "x:y", "/A", "/A", "/A.x:y", 2},
      {"/A{s=v}", Path::Kind::Variant, "/A", "s", "/A", "/A{s=v}", "/A", 2},
      {"/A{s=v}{t=w}.x", Path::Kind::Property, "/A{s=v}{t=w}", "x", "/A", "/A{s=v}{t=w}", "/A.x",
       4},
      {"/A{s=v}B{t=w}C", Path::Kind::Prim, "/A{s=v}B{t=w}", "C", "/A{s=v}B{t=w}C", "/A{s=v}B{t=w}C",
       "/A/B/C", 5},
      {"/A{s=v}.r[/T{u=x}]", Path::Kind::Target, "/A{s=v}.r", "", "/A", "/A{s=v}", "/A.r[/T{u=x}]",
       4},
  };
  for (const auto& c : cases) {
    const Path p = path(c.text);
    EXPECT_EQ(p.kind(), c.kind) << c.text;
    EXPECT_EQ(p.text(), c.text);
    EXPECT_EQ(p.parent(), path(c.parent)) << c.text;
    EXPECT_EQ(p.name().text(), c.name) << c.text;
    EXPECT_EQ(p.primPath(), path(c.prim)) << c.text;
    EXPECT_EQ(p.primOrVariantPath(), path(c.primOrVariant)) << c.text;
    EXPECT_EQ(p.withoutVariants(), path(c.withoutVariants)) << c.text;
    EXPECT_EQ(p.depth(), c.depth) << c.text;
    EXPECT_EQ(p.hasVariants(), p != p.withoutVariants()) << c.text;
  }
  EXPECT_EQ(path("/A{s=v}").variantSelection(), Token("v"));
  EXPECT_EQ(path("/A.r[/T.x]").targetPath(), path("/T.x"));
  EXPECT_TRUE(path("/A").targetPath().isEmpty());
}

TEST(Path, PrefixesAreReplaced) {
  const struct {
    const char* path;
    const char* from;
    const char* to;
    const char* result;
  } cases[] = {
      {"/A/B.x", "/A", "/C/D", "/C/D/B.x"},
      {"/A", "/A", "/C", "/C"},
      {"/AB", "/A", "/C", "/AB"},
      {"/A/B", "/", "/X", "/X/A/B"},
      {"/A/B/C", "/A/B", "/", "/C"},
      {"/A/B", "/A", "/A{s=v}", "/A{s=v}B"},
      {"/A{s=v}B", "/A{s=v}", "/A", "/A/B"},
      {"/A{s=v}B", "/A", "/Z", "/Z{s=v}B"},
      {"/A.r[/A/B]", "/A", "/C", "/C.r[/A/B]"},
      {"/A/B", "/A", "", ""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(path(c.path).withPrefixReplaced(path(c.from), path(c.to)).text(), c.result) << c.path;
  }
}

TEST(Path, PrefixesAndCommonPrefixes) {
  const struct {
    const char* a;
    const char* b;
    const char* common;
  } cases[] = {
      {"/A/B", "/A/C.x", "/A"},
      {"/A/B", "/A/B", "/A/B"},
      {"/A", "/A/B/C", "/A"},
      {"/A", "/B", "/"},
      {"/A{s=v}B", "/A{s=v}", "/A{s=v}"},
      {"/A{s=v}", "/A{s=w}", "/A"},
      {"", "/A", ""},
      {"/", "/A", "/"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Path::commonPrefix(path(c.a), path(c.b)), path(c.common)) << c.a << ' ' << c.b;
    EXPECT_EQ(Path::commonPrefix(path(c.b), path(c.a)), path(c.common)) << c.a << ' ' << c.b;
    const bool isPrefix = *c.common != '\0' && path(c.common) == path(c.a);
    EXPECT_EQ(path(c.b).hasPrefix(path(c.a)), isPrefix) << c.a << ' ' << c.b;
  }
}

TEST(Path, EndlessOnesAreRefused) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "/a";
  const Path deepest = path(text);
  EXPECT_EQ(deepest.depth(), 2000u);
  EXPECT_EQ(deepest.text(), text);
  EXPECT_TRUE(deepest.child(Token("a")).isEmpty());
  EXPECT_TRUE(path(text + "/a").isEmpty());
  std::string nested = "/T";
  for (int i = 0; i < 100; ++i) nested = "/A.r[" + nested + "]";
  EXPECT_TRUE(path(nested).isEmpty());
}

TEST(Path, AnyBytesAreTakenOrRefused) {
  const std::string seed = "/A{s=v}B/C.x:y[/T{u=w}.z]";
  for (std::size_t size = 0; size <= seed.size(); ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; byte += 3) {
        std::string text = seed.substr(0, size);
        text[at] = static_cast<char>(byte);
        const Path p = path(text);
        // Accepted paths must round-trip through their text.
        if (!p.isEmpty()) {
          EXPECT_EQ(p, path(p.text())) << text;
        }
      }
    }
  }
}

TEST(Identifiers, EndBeforeOtherCharacters) {
  EXPECT_EQ(identifierSize("ab.c"), 2u);
  EXPECT_EQ(identifierSize("1ab"), 0u);
  EXPECT_EQ(identifierSize("a\xC3\xA4\xC3"), 3u);
}

}  // namespace usdscope
