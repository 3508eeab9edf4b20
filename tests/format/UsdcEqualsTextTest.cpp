// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/format/usda/UsdaReader.h"
#include "engine/format/usdc/UsdcReader.h"
#include "engine/value/TypeName.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

namespace fs = std::filesystem;

// Fields that text always has and crates only if authored, with the value of a missing
// field.
bool isMeantAnyway(Token field, const Value& value) {
  return (field == fields::kCustom && value == Value(false)) ||
         (field == fields::kVariability && value == Value(Variability::Varying)) ||
         (field == fields::kSpecifier && value == Value(Specifier::Over));
}

// Whether a value of the text and a value of the crate are equivalent. The text reader replaces old
// type names by the present ones.
bool isSame(Token field, const Value& text, const Value& crate) {
  if (text == crate) return true;
  if (field == fields::kTypeName) {
    const TypeName* type = findTypeName(crate.valueOr(Token()));
    return type && type->name == text.valueOr(Token());
  }
  // All NaNs are equal, and a crate cannot hold paths as values.
  const bool isNan = !(text == Value(text)) && !(crate == Value(crate));
  return isNan || text.holds<Path>();
}

template <typename Spec>
void compareFields(const Spec& text, const Spec& crate, const std::string& file) {
  for (const Token name : text.fieldNames()) {
    const Value expected = text.field(name);
    if (!crate.hasField(name) && isMeantAnyway(name, expected)) continue;
    EXPECT_TRUE(isSame(name, expected, crate.field(name)))
        << file << " " << text.path().text() << " " << name.text();
  }
  for (const Token name : crate.fieldNames()) {
    // Text has no empty comments and no empty types.
    const Value value = crate.field(name);
    if (value == Value(std::string()) || value == Value(Token())) continue;
    EXPECT_TRUE(text.hasField(name)) << file << " " << text.path().text() << " " << name.text();
  }
}

std::vector<std::string> pathsOf(std::size_t count, const auto& pathAt) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < count; ++i) paths.push_back(pathAt(i).text());
  return paths;
}

std::vector<std::string> sorted(std::vector<std::string> paths) {
  std::ranges::sort(paths);
  return paths;
}

void compareLayers(const Layer& text, const Layer& crate, const std::string& file) {
  EXPECT_EQ(text.primRowCount(), crate.primRowCount()) << file;
  EXPECT_EQ(text.propertyRowCount(), crate.propertyRowCount()) << file;
  for (std::uint32_t row = 0; row < text.primRowCount(); ++row) {
    const PrimSpec a(&text, row);
    const PrimSpec b = crate.findPrim(a.path());
    ASSERT_TRUE(b) << file << " " << a.path().text();
    compareFields(a, b, file);
    const auto children = [](const PrimSpec& spec) {
      return pathsOf(spec.childCount(), [&](std::size_t i) { return spec.child(i).path(); });
    };
    // In text that the reference wrote, these are sorted by name.
    const auto properties = [](const PrimSpec& spec) {
      return sorted(
          pathsOf(spec.propertyCount(), [&](std::size_t i) { return spec.property(i).path(); }));
    };
    const auto variants = [](const PrimSpec& spec) {
      return sorted(
          pathsOf(spec.variantCount(), [&](std::size_t i) { return spec.variant(i).path(); }));
    };
    EXPECT_EQ(children(a), children(b)) << file;
    EXPECT_EQ(properties(a), properties(b)) << file;
    EXPECT_EQ(variants(a), variants(b)) << file;
    for (std::size_t i = 0; i < a.propertyCount(); ++i) {
      const PropertySpec property = b.findProperty(a.property(i).name());
      if (!property) continue;
      EXPECT_EQ(a.property(i).kind(), property.kind()) << file;
      compareFields(a.property(i), property, file);
    }
  }
}

}  // namespace

// Layers that the reference wrote in both encodings: `<name>.usda` beside `<name>.usdc`.
// tests/oracle/write_pairs.py makes more of them, from any layers; $USDSCOPE_PAIRS names the
// folder.
TEST(UsdcEqualsText, LayersOfTheReferenceInBothEncodings) {
  std::vector<fs::path> folders = {testAssetsPath() / "usdc"};
  if (const char* more = std::getenv("USDSCOPE_PAIRS")) folders.emplace_back(more);
  std::size_t count = 0;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".usdc") continue;
      Diagnostics diagnostics;
      const auto read = [&](const char* extension, const auto& reader) {
        const auto file = fs::path(entry.path()).replace_extension(extension).string();
        const auto bytes = readFileBytes(file);
        return bytes.bytes ? reader(*bytes.bytes, {file}, diagnostics) : nullptr;
      };
      const auto text =
          read(".usda", [](const FileBytes& bytes, LayerIdentity identity, Diagnostics& report) {
            return readUsda(bytes, std::move(identity), report);
          });
      // Both sides say so when they do not support something.
      if (!text) continue;
      const auto crate = read(".usdc", readUsdc);
      ASSERT_TRUE(crate) << entry.path();
      compareLayers(*text, *crate, entry.path().string());
      ++count;
    }
  }
  EXPECT_GE(count, 2u);
}

}  // namespace usdscope
