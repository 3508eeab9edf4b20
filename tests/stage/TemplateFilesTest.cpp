// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/TemplateFiles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "engine/asset/DefaultResolver.h"
#include "engine/asset/ForwardingResolver.h"
#include "engine/layer/ClipKeys.h"
#include "engine/layer/LayerBuilder.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipTemplate.h"
#include "engine/value/Dictionary.h"
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
  const ClipTemplate clipTemplate{pattern, 1, last, 1, {}};
  TemplateFiles files(resolver, anchor, templateNameParts(clipTemplate));
  ClipFault fault;
  const auto sequence = expandTemplate(
      clipTemplate, [&](const std::string& file) { return files.exists(file); }, fault,
      [&](double number) { return files.nextNumber(number); });
  return sequence ? sequence->assetPaths : std::vector<std::string>();
}

/// Finds the files of another resolver.
class OtherName : public ForwardingResolver {
 public:
  explicit OtherName(AssetResolver& finder) : finder_(finder) {}
  AssetResolver& finder() const override { return finder_; }

 private:
  AssetResolver& finder_;
};

}  // namespace

TEST(TemplateFiles, FoldersOfForwardingResolversAreRead) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "walk.7.usda") << "#usda 1.0\n";
  const std::string anchor = (folder.path() / "shot.usda").string();
  CountingResolver resolver({.workingFolder = "/"});
  const OtherName forwarding(resolver);
  EXPECT_EQ(filesOf(forwarding, anchor, "./walk.#.usda", 900'000),
            (std::vector<std::string>{"./walk.7.usda"}));
  EXPECT_LT(resolver.count, 1000u);
}

TEST(TemplateFiles, ManyFilesThatExistAreNotLookedForOneByOne) {
  const TemporaryFolder folder;
  for (int i = 1; i <= 500; ++i) {
    if (i == 90 || i == 400) continue;
    std::ofstream(folder.path() / fmt::format("walk.{}.usda", i)) << "#usda 1.0\n";
  }
  // The folder has a link to a file, and one that leads nowhere, which is not found.
  std::filesystem::create_symlink(folder.path() / "none", folder.path() / "walk.400.usda");
  std::filesystem::create_symlink(folder.path() / "walk.1.usda", folder.path() / "walk.501.usda");
  const std::string anchor = (folder.path() / "shot.usda").string();
  for (const std::string begin : {"./", ""}) {
    const CountingResolver resolver({.workingFolder = "/", .searchPaths = {"/nowhere"}});
    const auto found = filesOf(resolver, anchor, begin + "walk.#.usda", 510);
    ASSERT_EQ(found.size(), 499u);
    EXPECT_EQ(found[88], begin + "walk.89.usda");
    EXPECT_EQ(found[89], begin + "walk.91.usda");
    EXPECT_EQ(found.back(), begin + "walk.501.usda");
    EXPECT_LT(resolver.count, 250u);
  }
}

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

TEST(TemplateFiles, NamesAreMadeNearTheNumbersOfTheFoldersOnly) {
  const TemporaryFolder folder;
  // Other beginnings, ends and words do not count; the case of letters does not matter.
  for (const char* name : {"walk.5000.25.usda", "Walk.6000.usda", "run.7000.usda", "walk.x.usda",
                           "walk.nan.usda", "walk.inf.usda", "walk.8000.usdc", "walk.usda"}) {
    std::ofstream(folder.path() / name) << "#usda 1.0\n";
  }
  const DefaultResolver resolver({.workingFolder = "/"});
  const std::string anchor = (folder.path() / "shot.usda").string();
  const ClipTemplate whole{"./walk.#.usda", 0, 10'000, 1, {}};
  const ClipTemplate fractions{"./walk.#.##.usda", 0, 10'000, 0.25, {}};
  for (const auto& [clipTemplate, expected] :
       {std::pair(whole, std::vector<std::string>{}),
        std::pair(fractions, std::vector<std::string>{"./walk.5000.25.usda"})}) {
    TemplateFiles files(resolver, anchor, templateNameParts(clipTemplate));
    int asked = 0;
    ClipFault fault;
    const auto sequence = expandTemplate(
        clipTemplate,
        [&](const std::string& file) {
          ++asked;
          return files.exists(file);
        },
        fault, [&](double number) { return files.nextNumber(number); });
    ASSERT_TRUE(sequence);
    EXPECT_EQ(sequence->assetPaths, expected);
    EXPECT_LT(asked, 300);
    EXPECT_EQ(files.nextNumber(7000), std::numeric_limits<double>::infinity());
    EXPECT_EQ(files.nextNumber(6000.5), 6000.5);
    EXPECT_NEAR(files.nextNumber(5500), 5998.99, 1e-9);
  }
}

TEST(TemplateFiles, AfterManyMissingIdsInARowNoneIsAskedAbout) {
  const TemporaryFolder folder;
  const std::string calls = (folder.path() / "calls").string();
  const auto callCount = [&] {
    std::ifstream in(calls);
    return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  };
  // Answers with a file that exists for the frames that are divisible by 90, up to 270.
  const std::filesystem::path program = folder.path() / "find";
  std::ofstream(program) << "#!/bin/sh\necho $1 >> " << calls
                         << "\ncase $1 in *:walk.90.*|*:walk.180.*|*:walk.270.*) echo " << program
                         << ";; *) echo " << (folder.path() / "none").string() << "/$1;; esac\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string anchor = (folder.path() / "shot.usda").string();
  const DefaultResolver resolver({.resolverCommand = program.string()});
  const std::vector<std::string> found = {"asset:walk.90.usda", "asset:walk.180.usda",
                                          "asset:walk.270.usda"};
  EXPECT_EQ(filesOf(resolver, anchor, "asset:walk.#.usda", 900'000), found);
  EXPECT_EQ(callCount(), 370);

  Dictionary info;
  info.set(clip_keys::kTemplateAssetPath, Value(std::string("asset:walk.#.usda")));
  info.set(clip_keys::kTemplateStartTime, Value(1.0));
  info.set(clip_keys::kTemplateEndTime, Value(900'000.0));
  info.set(clip_keys::kTemplateStride, Value(1.0));
  ClipSetDefinition set;
  set.layer = LayerBuilder().build({anchor});
  std::vector<ClipFault> faults;
  expandClipTemplate(info, resolver, set, faults);
  EXPECT_EQ(set.assetPaths, found);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faultText(faults[0]),
            "The resolver finds no file for 100 ids in a row, the last of which is "
            "\"asset:walk.370.usda\"; it is not asked about those after it.");
  EXPECT_FALSE(disablesSet(faults[0]));
  EXPECT_EQ(callCount(), 370);
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
