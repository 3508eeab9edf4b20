// SPDX-License-Identifier: Apache-2.0
#include "engine/asset/DefaultResolver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/base/ResponsiveThread.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string packages() { return (testAssetsPath() / "usdz").string() + "/"; }

// A folder of its own for a test, gone afterwards.
class Folder {
 public:
  Folder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) / ("usdscope_" + std::string(test->name()));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text = "#usda 1.0\n") const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

// The check stays on, so it runs in the process of a death test.
TEST(DefaultResolver, DoesNotLookForFilesOnAResponsiveThread) {
  const auto onResponsiveThread = [](const auto& work) {
    enforceResponsiveness();
    const ResponsiveScope scope;
    work();
  };
  const DefaultResolver resolver;
  EXPECT_DEATH(onResponsiveThread([&] { resolver.exists("/scene.usda"); }),
               "waits for the file /scene.usda");
  EXPECT_DEATH(onResponsiveThread([&] { resolver.modificationTime("/a.usdz[b.usda]"); }),
               "waits for the file /a.usdz");
}

// tests/oracle/resolve_paths.py asked the reference.
TEST(DefaultResolver, FindsWhatTheReferenceFinds) {
  const DefaultResolver resolver;
  std::ifstream table(packages() + "resolved.tsv");
  std::string line;
  std::size_t count = 0;
  while (std::getline(table, line)) {
    std::istringstream row(line);
    std::string anchor, authored, expected;
    std::getline(row, anchor, '\t');
    std::getline(row, authored, '\t');
    std::getline(row, expected, '\t');
    if (!expected.empty()) expected = packages() + expected;
    EXPECT_EQ(resolver.resolve(authored, packages() + anchor), expected) << line;
    ++count;
  }
  EXPECT_GT(count, 100u);
}

TEST(DefaultResolver, LooksBesideTheLayerThenAlongTheSearch) {
  const Folder folder;
  for (const char* name : {"layer/a.usda", "work/a.usda", "work/b.usda", "root/b.usda",
                           "root/c.usda", "search/c.usda", "search/d.usda", "second/d.usda"}) {
    folder.write(name);
  }
  const DefaultResolver resolver({.workingFolder = folder / "work",
                                  .rootFolder = folder / "root",
                                  .searchPaths = {folder / "search", folder / "second"}});
  const std::string layer = folder / "layer/shot.usda";
  const struct {
    const char* authored;
    const char* found;
  } cases[] = {
      {"a.usda", "layer/a.usda"},
      {"b.usda", "work/b.usda"},
      {"c.usda", "root/c.usda"},
      {"d.usda", "search/d.usda"},
      {"e.usda", ""},
      {"./a.usda", "layer/a.usda"},
      {"./b.usda", ""},
      {"../work/b.usda", "work/b.usda"},
      {"x/../c.usda", "root/c.usda"},
      {"x/../../root/c.usda", "root/c.usda"},
  };
  for (const auto& c : cases) {
    const std::string expected = *c.found ? folder / c.found : std::string();
    EXPECT_EQ(resolver.resolve(c.authored, layer), expected) << c.authored;
  }
  EXPECT_EQ(resolver.identifierFor("e.usda", layer), folder / "layer/e.usda");
  EXPECT_EQ(resolver.candidates("e.usda", layer).size(), 5u);
  EXPECT_EQ(resolver.resolve("", layer), "");
}

TEST(DefaultResolver, LayersWithoutAFileStartAtTheWorkingFolder) {
  const Folder folder;
  folder.write("work/a.usda");
  folder.write("root/b.usda");
  const DefaultResolver resolver({.workingFolder = folder / "work", .rootFolder = folder / "root"});
  for (const char* anchor : {"", "anon:1:session"}) {
    EXPECT_EQ(resolver.resolve("./a.usda", anchor), folder / "work/a.usda");
    EXPECT_EQ(resolver.resolve("./b.usda", anchor), folder / "root/b.usda");
    EXPECT_EQ(resolver.resolve("../root/b.usda", anchor), folder / "root/b.usda");
    EXPECT_EQ(resolver.resolve("../a.usda", anchor), "");
  }
}

TEST(DefaultResolver, IdentifiersKeepSymbolicLinks) {
  const Folder folder;
  folder.write("real/a.usda");
  folder.write("real/sub/b.usda");
  std::filesystem::create_directory_symlink(folder / "real", folder / "link");
  const DefaultResolver resolver;
  EXPECT_EQ(resolver.resolve("./sub/b.usda", folder / "link/a.usda"), folder / "link/sub/b.usda");
}

TEST(DefaultResolver, OpensFilesAndEntries) {
  const DefaultResolver resolver;
  for (const char* name : {"y.usda", "layers.usdz[y.usda]", "layers.usdz[dir/b.usdz[t.usda]]",
                           "layers.usdz[dir/n\\[1\\].usda]"}) {
    const FileBytesResult file = resolver.open(packages() + name);
    ASSERT_TRUE(file.bytes) << name << ": " << file.problem;
    EXPECT_TRUE(file.bytes->text().starts_with("#usda 1.0")) << name;
    EXPECT_TRUE(resolver.exists(packages() + name)) << name;
    EXPECT_TRUE(resolver.modificationTime(packages() + name)) << name;
  }
  for (const char* name :
       {"nope.usda", "layers.usdz[nope.usda]", "nope.usdz[y.usda]", "layers.usdz[y.usda[z.usda]]",
        "compressed.usdz[root.usda]", "escaping.usdz[../out.usda]"}) {
    const FileBytesResult file = resolver.open(packages() + name);
    EXPECT_FALSE(file.bytes) << name;
    EXPECT_TRUE(file.problem.ends_with('.')) << name << ": " << file.problem;
  }
}

TEST(DefaultResolver, SurvivesAbsurdNesting) {
  const DefaultResolver resolver;
  std::string name = packages() + "layers.usdz";
  for (int i = 0; i < 100'000; ++i) name += "[a.usdz";
  name.append(100'000, ']');
  EXPECT_FALSE(resolver.exists(name));
  EXPECT_FALSE(resolver.open(name).bytes);
}

TEST(DefaultResolver, ReadsAPackageAgainAfterForget) {
  const Folder folder;
  const auto copy = [&](const char* name) {
    std::filesystem::copy_file(packages() + name, folder / "p.usdz",
                               std::filesystem::copy_options::overwrite_existing);
  };
  copy("layers.usdz");
  DefaultResolver resolver;
  const std::string y = folder / "p.usdz[y.usda]";
  const FileBytesResult before = resolver.open(y);
  ASSERT_TRUE(before.bytes);
  copy("nested_first.usdz");
  resolver.forget(y);
  EXPECT_FALSE(resolver.exists(y));
  EXPECT_TRUE(resolver.exists(folder / "p.usdz[a.usda]"));
}

// Another thread may be reading the package while it changes.
TEST(DefaultResolver, ForgottenPackagesDoNotComeBack) {
  namespace fs = std::filesystem;
  const Folder folder;
  const auto publish = [&](const char* name) {
    fs::copy_file(packages() + name, folder / "new", fs::copy_options::overwrite_existing);
    fs::rename(folder / "new", folder / "p.usdz");
  };
  publish("layers.usdz");
  DefaultResolver resolver;
  const std::string y = folder / "p.usdz[y.usda]";
  const std::string a = folder / "p.usdz[a.usda]";
  std::vector<std::jthread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) (void)resolver.exists(y);
    });
  }
  for (int i = 0; i < 300; ++i) {
    publish("nested_first.usdz");
    resolver.forget(y);
    EXPECT_TRUE(resolver.exists(a)) << i;
    publish("layers.usdz");
    resolver.forget(y);
    EXPECT_TRUE(resolver.exists(y)) << i;
  }
}

TEST(DefaultResolver, ManyThreadsGetOneDirectory) {
  const DefaultResolver resolver;
  std::vector<const std::byte*> places(8);
  {
    std::vector<std::jthread> threads;
    for (auto& place : places) {
      threads.emplace_back([&] {
        place = resolver.open(packages() + "layers.usdz[dir/b.usdz[t.usda]]").bytes->span().data();
      });
    }
  }
  for (const std::byte* place : places) EXPECT_EQ(place, places.front());
}

TEST(SearchFromEnvironment, TakesTheFoldersOfTheProcess) {
  ::setenv("PXR_AR_DEFAULT_SEARCH_PATH", "/a/../b::rel", 1);
  const AssetSearch search = searchFromEnvironment("scenes/shot.usda");
  ::unsetenv("PXR_AR_DEFAULT_SEARCH_PATH");
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(search.workingFolder, here);
  EXPECT_EQ(search.rootFolder, here + "/scenes");
  EXPECT_EQ(search.searchPaths, (std::vector<std::string>{"/b", here + "/rel"}));
  EXPECT_EQ(searchFromEnvironment("/x/p.usdz[a.usda]").rootFolder, "/x");
}

TEST(DefaultResolver, PathsOfOtherSystemsAreMapped) {
  AssetSearch search;
  search.workingFolder = "/w";
  search.pathMaps = parsePathMaps("P:\\=/mnt/p;//server/show/=/show;nothing;=x");
  ASSERT_EQ(search.pathMaps.size(), 2u);
  const DefaultResolver resolver(search);
  const struct {
    const char* authored;
    const char* place;
  } cases[] = {
      {"P:\\shots\\a.usda", "/mnt/p/shots/a.usda"},
      {"//server/show/b/../c.usda", "/show/c.usda"},
      {"./P:\\a.usda", "/layers/P:\\a.usda"},
      {"/other/a.usda", "/other/a.usda"},
  };
  for (const auto& c : cases) {
    const auto places = resolver.candidates(c.authored, "/layers/root.usda");
    ASSERT_FALSE(places.empty()) << c.authored;
    EXPECT_EQ(places.front(), c.place);
  }
}

}  // namespace usdscope
