// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipContentsStore.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/asset/DefaultResolver.h"
#include "engine/format/LayerCache.h"
#include "engine/report/clips/ClipMatrix.h"
#include "engine/report/clips/ClipReport.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {
namespace {

constexpr std::size_t kRoomForAll = 1 << 20;
constexpr int kStoredClips = 8;

/// Counts the clips that are opened.
class CountingClipOpens : public DefaultResolver {
 public:
  FileBytesResult open(const std::string& identifier) const override {
    if (identifier.find("clip") != std::string::npos) ++opened;
    return DefaultResolver::open(identifier);
  }
  mutable std::atomic<int> opened = 0;
};

/// Opens the sixth clip only when two threads are about to read it. The first clip is in memory.
class MeetingAtAClip : public CountingClipOpens {
 public:
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override {
    const auto time = CountingClipOpens::modificationTime(identifier);
    if (identifier.find("clip5") != std::string::npos) ++askedCount_;
    return time;
  }
  FileBytesResult open(const std::string& identifier) const override {
    const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const bool isMeeting = identifier.find("clip5") != std::string::npos;
    if (isMeeting) ++meetingCount;
    while (isMeeting && askedCount_ < 2 && std::chrono::steady_clock::now() < giveUp) {
      std::this_thread::yield();
    }
    return CountingClipOpens::open(identifier);
  }
  mutable std::atomic<int> meetingCount = 0;

 private:
  mutable std::atomic<int> askedCount_ = 0;
};

// Eight clips that play for one frame each. The first one has no samples of y.
struct ClipContentsStoreTest : testing::Test {
  TemporaryFolder folder;
  std::shared_ptr<CountingClipOpens> resolver = std::make_shared<CountingClipOpens>();
  std::shared_ptr<const Stage> stage;

  void writeClip(int number, const std::string& attributes) {
    const auto file = folder / fmt::format("clip{}.usda", number);
    const bool isNew = !std::filesystem::exists(file);
    const auto before = isNew ? std::filesystem::file_time_type() : last_write_time(file);
    std::ofstream(file) << "#usda 1.0\ndef \"P\" {\n" << attributes << "}\n";
    // The clock of files may be coarse.
    if (!isNew) last_write_time(file, before + std::chrono::seconds(2));
  }

  void SetUp() override {
    std::string paths;
    std::string active;
    for (int i = 0; i < kStoredClips; ++i) {
      const std::string y = i == 0 ? "" : "double y.timeSamples = {1: 1}\n";
      writeClip(i, "double x.timeSamples = {1: 1}\n" + y);
      paths += fmt::format("@./clip{}.usda@, ", i);
      active += fmt::format("({}, {}), ", i, i);
    }
    std::ofstream(folder / "manifest.usda") << "#usda 1.0\nover \"P\" {\ndouble x\ndouble y\n}\n";
    std::ofstream(folder / "root.usda")
        << "#usda 1.0\ndef \"M\" (clips = { dictionary default = {\n asset[] assetPaths = ["
        << paths << "]\n double2[] active = [" << active
        << "]\n asset manifestAssetPath = @./manifest.usda@\n string primPath = \"/P\"\n}}) {\n"
           "double x\ndouble y\n}\n";
    stage = composeStage({.rootLayer = (folder / "root.usda").string()},
                         std::make_shared<LayerCache>(resolver))
                .stage;
    ASSERT_TRUE(stage);
  }

  ClipsReport report(ClipContentsStore& store) {
    resolver->opened = 0;
    return reportClips(*stage, {}, {.fileDone = {}, .store = &store});
  }
};

std::size_t gapCount(const ClipsReport& report) {
  std::size_t count = 0;
  for (const ClipStretch& stretch : report.sets.at(0).lane) count += stretch.gaps.size();
  return count;
}

TEST_F(ClipContentsStoreTest, FilesThatHaveNotChangedAreReadOnce) {
  ClipContentsStore store(kRoomForAll);
  const ClipsReport first = report(store);
  EXPECT_GE(resolver->opened, kStoredClips - 1);
  EXPECT_EQ(gapCount(first), 1u);
  const ClipsReport second = report(store);
  // The first clip is read anyway, to see whether another layer hides the clips.
  EXPECT_LE(resolver->opened, 1);
  EXPECT_EQ(gapCount(second), 1u);
  ASSERT_EQ(second.findings.size(), first.findings.size());
  for (std::size_t i = 0; i < first.findings.size(); ++i) {
    EXPECT_EQ(findingText(second.findings[i]), findingText(first.findings[i]));
  }
  // The matrix asks for the same attributes.
  resolver->opened = 0;
  const ClipLane lane = clipLanes(stage->primAt(Path::fromText("/M"))).at(0);
  const auto matrix = readClipMatrix(*stage, lane, {}, {}, &store);
  ASSERT_TRUE(matrix);
  EXPECT_LE(resolver->opened, 1);
  EXPECT_EQ(matrix->countOf(ClipCell::Gap), 1u);
}

TEST_F(ClipContentsStoreTest, ThreadsThatReportAtOnceReadEachFileOnce) {
  const auto meeting = std::make_shared<MeetingAtAClip>();
  stage = composeStage({.rootLayer = (folder / "root.usda").string()},
                       std::make_shared<LayerCache>(meeting))
              .stage;
  ASSERT_TRUE(stage);
  ClipContentsStore store(kRoomForAll);
  const ClipReading reading{.fileDone = {}, .store = &store};
  ClipsReport other;
  std::thread thread([&] { other = reportClips(*stage, {}, reading); });
  const ClipsReport own = reportClips(*stage, {}, reading);
  thread.join();
  EXPECT_EQ(meeting->meetingCount, 1);
  EXPECT_EQ(gapCount(own), 1u);
  EXPECT_EQ(gapCount(other), 1u);
}

TEST_F(ClipContentsStoreTest, ChangedFilesAreReadAgain) {
  ClipContentsStore store(kRoomForAll);
  report(store);
  writeClip(5, "double x.timeSamples = {1: 1}\n");
  EXPECT_EQ(gapCount(report(store)), 2u);
  EXPECT_GE(resolver->opened, 1);
  std::filesystem::remove(folder / "clip6.usda");
  EXPECT_EQ(gapCount(report(store)), 4u) << "a file that is gone has no values";
}

TEST_F(ClipContentsStoreTest, EqualContentsAreKeptOnceAndTheBudgetIsKept) {
  ClipContents contents;
  contents.hasValues.assign(80'000, true);
  ClipContentsStore store(kRoomForAll);
  for (int i = 0; i < 1000; ++i) store.keep({fmt::format("{}", i), 1, 1}, contents);
  EXPECT_LT(store.byteSize(), 200'000u);
  ASSERT_TRUE(store.find({"7", 1, 1}));
  EXPECT_EQ(*store.find({"7", 1, 1}), contents);
  EXPECT_FALSE(store.find({"7", 2, 1})) << "another version";
  EXPECT_FALSE(store.find({"7", 1, 2})) << "other attributes";
  ClipContentsStore small(30'000);
  for (int i = 0; i < 1000; ++i) {
    contents.timeCodesPerSecond = i;
    small.keep({fmt::format("{}", i), 1, 1}, contents);
    EXPECT_LE(small.byteSize(), 30'000u);
  }
  EXPECT_TRUE(small.find({"0", 1, 1}));
  EXPECT_FALSE(small.find({"900", 1, 1}));
}

ClipContents contentsWithRate(double timeCodesPerSecond) {
  ClipContents contents;
  contents.hasValues.assign(80'000, true);
  contents.timeCodesPerSecond = timeCodesPerSecond;
  return contents;
}

TEST_F(ClipContentsStoreTest, SizeIsThatOfKeptContents) {
  ClipContentsStore store(kRoomForAll);
  store.keep({"a", 1, 1}, contentsWithRate(24));
  const std::size_t sizeOfOne = store.byteSize();
  for (int version = 2; version < 1000; ++version) {
    store.keep({"a", version, 1}, contentsWithRate(version));
    ASSERT_EQ(store.byteSize(), sizeOfOne) << version;
  }
  store.keep({"a", 999, 1}, contentsWithRate(999));
  EXPECT_EQ(store.byteSize(), sizeOfOne) << "the same again";
  // Contents that two files share are counted until both have others.
  store.keep({"b", 1, 1}, contentsWithRate(999));
  EXPECT_LT(store.byteSize(), 2 * sizeOfOne);
  store.keep({"b", 2, 1}, contentsWithRate(25));
  EXPECT_EQ(store.byteSize(), 2 * sizeOfOne);
  store.keep({"a", 1000, 1}, contentsWithRate(25));
  EXPECT_LT(store.byteSize(), 2 * sizeOfOne);
  EXPECT_TRUE(store.find({"b", 2, 1}));
  EXPECT_TRUE(store.find({"a", 1000, 1}));
}

TEST_F(ClipContentsStoreTest, SetsWithTheSameClipsKeepTheirOwnContents) {
  ClipContentsStore store(30'000);
  store.keep({"a", 1, 1}, contentsWithRate(24));
  store.keep({"a", 1, 2}, contentsWithRate(25));
  ASSERT_TRUE(store.find({"a", 1, 1}));
  ASSERT_TRUE(store.find({"a", 1, 2}));
  EXPECT_EQ(store.find({"a", 1, 1})->timeCodesPerSecond, 24);
  EXPECT_EQ(store.find({"a", 1, 2})->timeCodesPerSecond, 25);
  // There is room for two: the oldest one goes, but not for another file.
  store.keep({"a", 1, 3}, contentsWithRate(26));
  EXPECT_FALSE(store.find({"a", 1, 1}));
  EXPECT_TRUE(store.find({"a", 1, 2}));
  EXPECT_TRUE(store.find({"a", 1, 3}));
  store.keep({"b", 1, 1}, contentsWithRate(27));
  EXPECT_FALSE(store.find({"b", 1, 1}));
  EXPECT_TRUE(store.find({"a", 1, 2}));
  // A new version replaces the contents for all attributes.
  store.keep({"a", 2, 3}, contentsWithRate(28));
  EXPECT_FALSE(store.find({"a", 1, 2}));
  EXPECT_FALSE(store.find({"a", 1, 3}));
  EXPECT_TRUE(store.find({"a", 2, 3}));
}

TEST_F(ClipContentsStoreTest, FilesAreCountedAndAStoppedReportHasWhatWasRead) {
  ClipContentsStore store(kRoomForAll);
  std::stop_source stop;
  int count = 0;
  const ClipsReport part = reportClips(*stage, stop.get_token(),
                                       {.fileDone =
                                            [&] {
                                              if (++count == 3) stop.request_stop();
                                            },
                                        .store = &store});
  EXPECT_EQ(count, 3);
  EXPECT_EQ(gapCount(part), 1u);
  resolver->opened = 0;
  count = 0;
  const ClipsReport whole =
      reportClips(*stage, {}, {.fileDone = [&] { ++count; }, .store = &store});
  EXPECT_EQ(count, kStoredClips);
  EXPECT_LE(resolver->opened, kStoredClips - 2) << "those of the first part are known";
  EXPECT_EQ(gapCount(whole), 1u);
}

}  // namespace
}  // namespace usdscope
