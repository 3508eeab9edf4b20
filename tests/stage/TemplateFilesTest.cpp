// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/TemplateFiles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/scene/LayerTexts.h"

namespace usdscope {
namespace {

/// Counts how often a file is looked for.
class CountingResolver : public DefaultResolver {
 public:
  using DefaultResolver::DefaultResolver;

  bool exists(const std::string& identifier) const override {
    ++count;
    return DefaultResolver::exists(identifier);
  }

  mutable std::size_t count = 0;
};

std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& anchor,
                                 const std::string& pattern, double last) {
  TemplateFiles files(resolver, anchor);
  ClipFault fault;
  const auto sequence = expandTemplate(
      {pattern, 1, last, 1, {}}, [&](const std::string& file) { return files.exists(file); },
      fault);
  return sequence ? sequence->assetPaths : std::vector<std::string>();
}

}  // namespace

TEST(TemplateFiles, ManyMissingFilesAreNotLookedForOneByOne) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "clips");
  for (const int frame : {7, 899'000}) {
    std::ofstream(folder.path() / "clips" / fmt::format("walk.{:06}.usda", frame)) << "#usda 1.0\n";
  }
  const std::string anchor = (folder.path() / "shot.usda").string();
  const std::vector<std::string> expected = {"walk.000007.usda", "walk.899000.usda"};
  // A path without dots is also searched in the other folders, of which one does not exist.
  for (const std::string begin : {"./clips/", "clips/"}) {
    const CountingResolver resolver({.workingFolder = "/", .searchPaths = {"/nowhere"}});
    const auto found = filesOf(resolver, anchor, begin + "walk.######.usda", 900'000);
    ASSERT_EQ(found.size(), 2u) << begin;
    EXPECT_EQ(found[0], begin + expected[0]);
    EXPECT_EQ(found[1], begin + expected[1]);
    EXPECT_LT(resolver.count, 1000u) << begin;
  }
}

TEST(TemplateFiles, AFolderThatDoesNotExistHasNoFiles) {
  const TemporaryFolder folder;
  const CountingResolver resolver;
  const std::string anchor = (folder.path() / "shot.usda").string();
  EXPECT_TRUE(filesOf(resolver, anchor, "./none/walk.#.usda", 100'000).empty());
  EXPECT_LT(resolver.count, 1000u);
}

TEST(TemplateFiles, ResolversWithoutFoldersAndRulesForPathsAskForEachFile) {
  const TextResolver texts(LayerTexts{{"/walk.900.usda", "#usda 1.0\n"}});
  EXPECT_EQ(filesOf(texts, "/shot.usda", "walk.#.usda", 1000),
            (std::vector<std::string>{"walk.900.usda"}));

  const TemporaryFolder folder;
  std::ofstream(folder.path() / "other.usda") << "#usda 1.0\n";
  const std::string other = (folder.path() / "other.usda").string();
  const DefaultResolver mapping({.pathMaps = {{"./walk.900.usda", other}}});
  EXPECT_EQ(filesOf(mapping, (folder.path() / "shot.usda").string(), "./walk.#.usda", 1000),
            (std::vector<std::string>{"./walk.900.usda"}));
}

}  // namespace usdscope
