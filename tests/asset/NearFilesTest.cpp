// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/NearFiles.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/asset/DefaultResolver.h"
#include "tests/support/TemporaryFolder.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Paths = std::vector<std::string>;

class NearFiles : public testing::Test {
 protected:
  void write(const std::string& name) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "x";
  }
  Paths near(const std::string& authored) const {
    return nearFiles(DefaultResolver(), authored, (folder_ / "shots/shot.usda").string());
  }

  const TemporaryFolder folder_;
};

TEST_F(NearFiles, NamesThatDifferByLittle) {
  for (const char* name : {"shots/textures/rust_albedo.png", "shots/textures/wood.png",
                           "assets/chair.usdc", "shots/late.usda"}) {
    write(name);
  }
  const struct {
    const char* name;
    const char* authored;
    Paths found;
  } cases[] = {
      {"two letters swapped", "textures/rust_abledo.png", {"textures/rust_albedo.png"}},
      {"another case", "./textures/Rust_Albedo.PNG", {"./textures/rust_albedo.png"}},
      {"another extension", "../assets/chair.usda", {"../assets/chair.usdc"}},
      {"another folder", "./rust_albedo.png", {"./textures/rust_albedo.png"}},
      {"a folder that does not exist", "./texture/wood.png", {"./textures/wood.png"}},
      {"nothing like it", "textures/marble_normal.png", {}},
      {"a short name", "a.usda", {}},
      {"no path", "", {}},
  };
  for (const auto& c : cases) EXPECT_EQ(near(c.authored), c.found) << c.name;
}

TEST_F(NearFiles, BestFilesComeFirstAndFewAreNamed) {
  for (const char* name : {"shots/walk_001.usda", "shots/walk_002.usda", "shots/walk_003.usda",
                           "shots/walk_004.usda", "shots/Walk_009.usda"}) {
    write(name);
  }
  const Paths found = near("./walk_009.usda");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], "./Walk_009.usda");
}

TEST_F(NearFiles, AbsolutePathsStayAbsolute) {
  write("shots/wood.png");
  EXPECT_EQ(near((folder_ / "shots/woood.png").string()),
            Paths{(folder_ / "shots/wood.png").string()});
}

TEST(NearFilesText, PathsAreAskedFor) {
  EXPECT_EQ(nearFilesText({}), "");
  EXPECT_EQ(nearFilesText({"a.png"}), "Did you mean @a.png@?");
  EXPECT_EQ(nearFilesText({"a", "b", "c"}), "Did you mean @a@, @b@ or @c@?");
}

}  // namespace
}  // namespace usdscope
