// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/Package.h"

#include <gtest/gtest.h>

#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

FileBytes packageBytes(const char* name) {
  FileBytesResult file = readFileBytes((testAssetsPath() / "usdz" / name).string());
  EXPECT_TRUE(file.bytes) << name << ": " << file.problem;
  return file.bytes.value_or(FileBytes());
}

std::shared_ptr<const Package> openPackage(FileBytes bytes) {
  std::string problem;
  auto package = Package::open(std::move(bytes), problem);
  EXPECT_EQ(package == nullptr, !problem.empty());
  return package;
}

// Every entry that claims to be usable is read through, so that a sanitizer sees a wrong range.
std::size_t readAll(const Package& package) {
  std::size_t sum = 0;
  for (const PackageEntry& entry : package.entries()) {
    if (!entry.problem.empty()) continue;
    const FileBytes bytes = package.bytes(entry);
    for (const std::byte b : bytes.span()) sum += static_cast<std::size_t>(b);
  }
  return sum;
}

}  // namespace

TEST(Package, ListsFilesInOrderOfTheirPlace) {
  const auto package = openPackage(packageBytes("layers.usdz"));
  ASSERT_TRUE(package);
  std::vector<std::string_view> names;
  for (const PackageEntry& entry : package->entries()) {
    names.push_back(entry.name);
    EXPECT_EQ(entry.problem, "") << entry.name;
    EXPECT_EQ(package->findEntry(entry.name), &entry);
  }
  const std::vector<std::string_view> expected = {"dir/root.usda",   "dir/x.usda",   "y.usda",
                                                  "dir/y.usda",      "w.usda",       "dir/b.usdz",
                                                  "dir/deep/d.usda", "dir/n[1].usda"};
  EXPECT_EQ(names, expected);
  EXPECT_EQ(package->findEntry("./y.usda"), nullptr);
  EXPECT_EQ(package->findEntry("dir/deep/"), nullptr);
}

TEST(Package, EntriesAreSlicesAndMayBePackages) {
  const FileBytes file = packageBytes("layers.usdz");
  const auto outer = openPackage(file);
  ASSERT_TRUE(outer);
  const PackageEntry* nested = outer->findEntry("dir/b.usdz");
  ASSERT_TRUE(nested);
  const auto inner = openPackage(outer->bytes(*nested));
  ASSERT_TRUE(inner);
  const PackageEntry* layer = inner->findEntry("t.usda");
  ASSERT_TRUE(layer);
  const FileBytes bytes = inner->bytes(*layer);
  EXPECT_TRUE(bytes.text().starts_with("#usda 1.0\n"));
  EXPECT_NE(bytes.text().find("def Xform \"T\""), std::string_view::npos);
  EXPECT_GE(bytes.span().data(), file.span().data());
  EXPECT_LE(bytes.span().data() + bytes.byteSize(), file.span().data() + file.byteSize());
}

TEST(Package, NamesTheProblemOfAnEntry) {
  const struct {
    const char* package;
    const char* entry;
    const char* problemPart;
  } cases[] = {
      {"compressed.usdz", "root.usda", "compressed"},
      {"escaping.usdz", "../out.usda", "leads out"},
      {"escaping.usdz", "in.usda", ""},
      {"folder_first.usdz", "dir/a.usda", ""},
      {"streamed.usdz", "b.usda", ""},
  };
  for (const auto& c : cases) {
    const auto package = openPackage(packageBytes(c.package));
    ASSERT_TRUE(package) << c.package;
    const PackageEntry* entry = package->findEntry(c.entry);
    ASSERT_TRUE(entry) << c.package;
    EXPECT_EQ(entry->problem.empty(), std::string_view(c.problemPart).empty()) << entry->problem;
    EXPECT_NE(entry->problem.find(c.problemPart), std::string_view::npos) << entry->problem;
  }
}

// Otherwise another file would silently be the root layer.
TEST(Package, AnEntryInAWrongPlaceKeepsItsOwnAmongTheOthers) {
  std::string bytes(packageBytes("layers.usdz").text());
  const std::size_t central = bytes.rfind("dir/root.usda") - 46;
  ASSERT_EQ(bytes.substr(central, 4), "PK\x01\x02");
  bytes.replace(central + 42, 4, "\xf0\xff\xff\x7f");
  const auto package = openPackage(FileBytes::fromText(bytes));
  ASSERT_TRUE(package);
  EXPECT_EQ(package->entries()[0].name, "dir/root.usda");
  EXPECT_NE(package->entries()[0].problem, "");
  EXPECT_EQ(package->entries()[1].name, "dir/x.usda");
}

TEST(Package, RefusesEncryptedEntries) {
  std::string bytes(packageBytes("escaping.usdz").text());
  const std::size_t central = bytes.rfind("PK\x01\x02");
  ASSERT_NE(central, std::string::npos);
  bytes[central + 8] |= 1;
  const auto package = openPackage(FileBytes::fromText(bytes));
  ASSERT_TRUE(package);
  EXPECT_NE(package->entries().back().problem.find("encrypted"), std::string_view::npos);
}

TEST(Package, OtherBytesAreNoPackage) {
  for (const char* text : {"", "P", "#usda 1.0\n", "PK\x03\x04", "PK\x05\x06 and nothing behind"}) {
    EXPECT_FALSE(openPackage(FileBytes::fromText(text))) << text;
  }
}

TEST(Package, EntriesBeforeACutCanBeRead) {
  const std::string file(packageBytes("layers.usdz").text());
  const std::size_t directory = file.find("PK\x01\x02", file.find("dir/n[1].usda"));
  const auto package = openPackage(FileBytes::fromText(file.substr(0, directory)));
  ASSERT_TRUE(package);
  EXPECT_EQ(package->entries().size(), 8u);
  ASSERT_TRUE(package->findEntry("w.usda"));
  EXPECT_EQ(package->findEntry("w.usda")->problem, "");
}

TEST(Package, DamageIsNeverReadBeyondTheFile) {
  for (const char* name : {"layers.usdz", "streamed.usdz", "compressed.usdz"}) {
    const std::string file(packageBytes(name).text());
    std::string problem;
    for (std::size_t size = 0; size <= file.size(); ++size) {
      if (const auto cut = Package::open(FileBytes::fromText(file.substr(0, size)), problem)) {
        readAll(*cut);
      }
    }
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (const int change : {0x01, 0x80, 0xFF}) {
        std::string flipped = file;
        flipped[at] = static_cast<char>(flipped[at] ^ change);
        if (const auto package = Package::open(FileBytes::fromText(flipped), problem)) {
          readAll(*package);
        }
      }
    }
  }
}

}  // namespace usdscope
