// SPDX-License-Identifier: Apache-2.0
#include "engine/render/TextureStore.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <latch>
#include <map>

#include "engine/base/Parallel.h"
#include "engine/math/Half.h"
#include "engine/render/UdimTiles.h"

namespace usdscope {
namespace {

Image filled(int width, int height, int channelCount, int value) {
  Image image{width, height, channelCount, PixelType::Unorm8, {}};
  image.pixels.assign(image.rowByteSize() * static_cast<std::size_t>(height),
                      static_cast<std::byte>(value));
  return image;
}

Material textured(const char* file) {
  Material material;
  material.diffuseTexture.file = file;
  material.diffuseTexture.colorSpace = TextureColorSpace::Srgb;
  return material;
}

Scene sceneOf(const std::vector<const char*>& files, ImageSource images) {
  Scene scene;
  std::vector<Material> materials;
  for (const char* file : files) materials.push_back(textured(file));
  scene.materials = Array<Material>(std::move(materials));
  scene.images = std::make_shared<const ImageSource>(std::move(images));
  return scene;
}

int byteAt(const TexturePixels& pixels, std::size_t level, std::size_t index) {
  return std::to_integer<int>(pixels.levels[level][index]);
}

}  // namespace

TEST(TexturePixels, HaveFourChannelsFromTheBottomUp) {
  const struct {
    int channelCount;
    std::vector<int> in, out;
  } cases[] = {
      {1, {10, 20}, {20, 20, 20, 255, 10, 10, 10, 255}},
      {2, {10, 11, 20, 21}, {20, 20, 20, 21, 10, 10, 10, 11}},
      {3, {1, 2, 3, 4, 5, 6}, {4, 5, 6, 255, 1, 2, 3, 255}},
      {4, {1, 2, 3, 4, 5, 6, 7, 8}, {5, 6, 7, 8, 1, 2, 3, 4}},
  };
  for (const auto& c : cases) {
    Image image{1, 2, c.channelCount, PixelType::Unorm8, {}};
    for (const int v : c.in) image.pixels.push_back(static_cast<std::byte>(v));
    const TexturePixels pixels = makeTexturePixels(image, false, 100);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(byteAt(pixels, 0, i), c.out[i]);
  }
}

TEST(TexturePixels, MipmapsAreMeansOfLight) {
  Image image = filled(2, 1, 3, 0);
  for (std::size_t i = 3; i < 6; ++i) image.pixels[i] = std::byte{255};
  const TexturePixels srgb = makeTexturePixels(image, true, 100);
  ASSERT_EQ(srgb.levels.size(), 2u);
  EXPECT_NEAR(byteAt(srgb, 1, 0), 188, 1) << "half of the light";
  EXPECT_NEAR(byteAt(makeTexturePixels(image, false, 100), 1, 0), 128, 1);
}

TEST(TexturePixels, SmallerLevelsAreThoseOfTheWholeImage) {
  const struct {
    int width, height, channelCount;
  } cases[] = {{101, 37, 3}, {64, 64, 1}, {7, 100, 4}, {100, 1, 2}, {1, 63, 3}, {33, 2, 1}};
  for (const auto& c : cases) {
    Image image = filled(c.width, c.height, c.channelCount, 0);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      image.pixels[i] = static_cast<std::byte>((i * i * 7 + i / 5) & 255);
    }
    for (const bool isSrgb : {false, true}) {
      const TexturePixels whole = makeTexturePixels(image, isSrgb, 1000);
      for (const int maxSize : {50, 20, 9, 1}) {
        const TexturePixels small = makeTexturePixels(image, isSrgb, maxSize);
        ASSERT_LE(small.levels.size(), whole.levels.size());
        const auto skipped = whole.levels.size() - small.levels.size();
        for (std::size_t i = 0; i < small.levels.size(); ++i) {
          EXPECT_EQ(small.levels[i], whole.levels[skipped + i])
              << c.width << " x " << c.height << " for " << maxSize << ", level " << i;
        }
        EXPECT_EQ(small.minimum, whole.minimum);
      }
    }
  }
}

TEST(TexturePixels, LargeImagesStartWithASmallerLevel) {
  const TexturePixels pixels = makeTexturePixels(filled(100, 30, 3, 77), true, 32);
  EXPECT_EQ(pixels.width, 25);
  EXPECT_EQ(pixels.height, 7);
  EXPECT_EQ(pixels.levels.size(), 5u);
  EXPECT_EQ(pixels.levels[0].size(), 25u * 7u * 4u);
  for (const auto& level : pixels.levels) EXPECT_NEAR(std::to_integer<int>(level[0]), 77, 1);
}

TEST(TexturePixels, PixelsGiveTheSmallestValueOfEachChannel) {
  Image image = filled(3, 1, 4, 255);
  image.pixels[7] = std::byte{51};
  const TexturePixels pixels = makeTexturePixels(image, false, 100);
  EXPECT_FLOAT_EQ(pixels.minimum[0], 1.0f);
  EXPECT_FLOAT_EQ(pixels.minimum[3], 0.2f);
  Image half{1, 1, 1, PixelType::Half, {}};
  const std::uint16_t bits = Half(3.5f).bits();
  half.pixels = {static_cast<std::byte>(bits & 255), static_cast<std::byte>(bits >> 8)};
  EXPECT_FLOAT_EQ(makeTexturePixels(half, false, 100).minimum[1], 3.5f);
}

TEST(TextureStore, ReadsEachTextureOnceAhead) {
  std::atomic<int> readCount = 0;
  const Scene scene = sceneOf({"a", "b", "a"}, {.load = [&](const std::string&) {
                                ++readCount;
                                return ImageResult{filled(1, 1, 3, 9), {}};
                              }});
  const auto byteOf = [](const ReadTexture& texture) { return byteAt(*texture.pixels, 0, 0); };
  TextureStore store;
  store.prepare(scene);
  store.prepare(scene);
  EXPECT_EQ(readCount, 2);
  const TextureKey a{"a", TextureColorSpace::Srgb};
  EXPECT_EQ(byteOf(store.take(a, scene.images.get())), 9);
  EXPECT_EQ(readCount, 2) << "was prepared";
  EXPECT_EQ(byteOf(store.take(a, scene.images.get())), 9);
  EXPECT_EQ(readCount, 3) << "was handed over before";
  store.prepare(scene);
  EXPECT_EQ(readCount, 3) << "somebody has it";
  store.take({"a", TextureColorSpace::Raw}, scene.images.get());
  EXPECT_EQ(readCount, 4) << "another way of reading it";
}

TEST(TextureStore, ReadsReleasedTexturesAgain) {
  std::atomic<int> readCount = 0;
  const ImageLoader load = [&](const std::string&) {
    ++readCount;
    return ImageResult{filled(1, 1, 3, 9), {}};
  };
  const Scene a = sceneOf({"a"}, {.load = load});
  const Scene b = sceneOf({"b"}, {.load = load});
  const TextureKey key{"a", TextureColorSpace::Srgb};
  TextureStore store;
  store.prepare(a);
  store.take(key, a.images.get());
  store.prepare(b);
  EXPECT_FALSE(store.release(key)) << "the scene before may still be drawn";
  store.prepare(sceneOf({"b"}, {.load = load}));
  EXPECT_EQ(readCount, 2);
  EXPECT_TRUE(store.release(key));
  store.prepare(a);
  EXPECT_EQ(readCount, 3);
}

TEST(TextureStore, UnreadableTexturesHaveAProblem) {
  const ImageSource gone{
      .load = [](const std::string&) { return ImageResult{std::nullopt, "Gone."}; }};
  TextureStore store;
  const auto pixels = store.take({"a", TextureColorSpace::Srgb}, &gone).pixels;
  EXPECT_TRUE(pixels->levels.empty());
  EXPECT_EQ(pixels->problem, "Gone.");
  EXPECT_FALSE(store.take({"b", TextureColorSpace::Srgb}, nullptr).pixels->problem.empty());
}

TEST(TextureStore, StopsOnRequest) {
  int readCount = 0;
  const Scene scene = sceneOf({"a"}, {.load = [&](const std::string&) {
                                ++readCount;
                                return ImageResult{filled(1, 1, 3, 9), {}};
                              }});
  std::stop_source source;
  source.request_stop();
  TextureStore store;
  store.prepare(scene, source.get_token());
  EXPECT_EQ(readCount, 0);
  store.prepare(scene);
  EXPECT_EQ(readCount, 1) << "tried again";
}

TEST(TextureStore, PreparingWaitsForTexturesThatAnotherThreadReads) {
  using namespace std::chrono_literals;
  std::latch isReading(1);
  std::latch mayFinish(1);
  std::atomic<int> readCount = 0;
  const Scene scene = sceneOf({"a"}, {.load = [&](const std::string&) {
                                ++readCount;
                                isReading.count_down();
                                mayFinish.wait();
                                return ImageResult{filled(1, 1, 3, 9), {}};
                              }});
  const Scene later = sceneOf({"a"}, *scene.images);
  TextureStore store;
  const auto prepare = [&store](const Scene& prepared, std::stop_token stop = {}) {
    return std::async(std::launch::async,
                      [&store, &prepared, stop] { store.prepare(prepared, stop); });
  };
  std::stop_source stop;
  auto first = prepare(scene);
  isReading.wait();
  auto second = prepare(later);
  auto stopped = prepare(later, stop.get_token());
  EXPECT_EQ(second.wait_for(50ms), std::future_status::timeout) << "the texture is not there yet";
  stop.request_stop();
  stopped.get();
  mayFinish.count_down();
  first.get();
  second.get();
  EXPECT_EQ(byteAt(*store.take({"a", TextureColorSpace::Srgb}, nullptr).pixels, 0, 0), 9);
  EXPECT_EQ(readCount, 1);
}

TEST(TextureStore, TexturesOfAStoppedPreparationAreReadByTheOneThatWaits) {
  setThreadCount(1);  // "b" is not read before "a" is.
  std::latch isReading(1);
  std::latch mayFinish(1);
  std::atomic<int> readCount = 0;
  const Scene scene = sceneOf({"a", "b"}, {.load = [&](const std::string& file) {
                                ++readCount;
                                if (file == "a") {
                                  isReading.count_down();
                                  mayFinish.wait();
                                }
                                return ImageResult{filled(1, 1, 3, 9), {}};
                              }});
  TextureStore store;
  std::stop_source stop;
  auto first = std::async(std::launch::async, [&] { store.prepare(scene, stop.get_token()); });
  isReading.wait();
  auto second = std::async(std::launch::async, [&] { store.prepare(scene); });
  stop.request_stop();
  mayFinish.count_down();
  first.get();
  second.get();
  setThreadCount(0);
  EXPECT_EQ(readCount, 2);
  for (const char* file : {"a", "b"}) {
    EXPECT_FALSE(store.take({file, TextureColorSpace::Srgb}, nullptr).pixels->levels.empty());
  }
}

TEST(TextureStore, PixelsOfAChangedFileAreKeptUntilItIsReadAgain) {
  std::int64_t time = 1;
  int value = 9;
  TextureStore store;
  const TextureKey key{"a", TextureColorSpace::Srgb};
  int whileReading = 0;
  ImageSource images{
      .load =
          [&](const std::string&) {
            if (value == 20) whileReading = byteAt(*store.take(key, nullptr).pixels, 0, 0);
            return ImageResult{filled(1, 1, 3, value), {}};
          },
      .modificationTime = [&](const std::string&) { return std::optional(time); },
  };
  const auto prepareOfOtherSource = [&] {
    Scene scene = sceneOf({"a"}, images);
    scene.source = std::make_shared<int>();
    store.prepare(scene);
  };
  prepareOfOtherSource();
  time = 2;
  value = 20;
  prepareOfOtherSource();
  EXPECT_EQ(whileReading, 9) << "the scene before may still be drawn";
  EXPECT_EQ(byteAt(*store.take(key, nullptr).pixels, 0, 0), 20);
}

TEST(TextureStore, FilesThatHaveChangedAreReadAgainForAnotherSource) {
  std::map<std::string, std::int64_t> times = {{"a", 1}, {"b", 1}};
  std::map<std::string, int> reads;
  int forgotten = 0;
  const ImageSource images{
      .load =
          [&](const std::string& file) {
            ++reads[file];
            return times.contains(file) ? ImageResult{filled(1, 1, 3, 9), {}}
                                        : ImageResult{std::nullopt, "Gone."};
          },
      .modificationTime =
          [&](const std::string& file) {
            const auto found = times.find(file);
            return found == times.end() ? std::nullopt : std::optional(found->second);
          },
      .forget = [&](const std::string&) { ++forgotten; },
  };
  TextureStore store;
  std::shared_ptr<const void> source;
  // Returns how often each file was read.
  const auto prepare = [&](bool isOtherSource) {
    // The store reads with several threads; one texture a scene keeps the counts simple.
    if (isOtherSource) source = std::make_shared<int>();
    for (const char* file : {"a", "b", "c"}) {
      Scene scene = sceneOf({file}, images);
      scene.source = source;
      store.prepare(scene);
    }
    return std::array{reads["a"], reads["b"], reads["c"]};
  };
  const auto revision = [&](const char* file) {
    return store.revisionOf({file, TextureColorSpace::Srgb});
  };
  using Counts = std::array<int, 3>;
  EXPECT_EQ(prepare(true), (Counts{1, 1, 1}));
  const std::uint64_t ofA = revision("a");
  const std::uint64_t ofB = revision("b");
  EXPECT_EQ(prepare(true), (Counts{1, 1, 2})) << "a missing file is looked for again";
  times["a"] = 2;
  EXPECT_EQ(prepare(false), (Counts{1, 1, 2})) << "of the same source";
  EXPECT_EQ(prepare(true), (Counts{2, 1, 3})) << "changed";
  EXPECT_NE(revision("a"), ofA) << "stale";
  EXPECT_EQ(revision("b"), ofB);
  times["c"] = 1;
  times.erase("b");
  EXPECT_EQ(prepare(true), (Counts{2, 2, 4})) << "one file has gone, another has come";
  EXPECT_GT(forgotten, 0);
}

TEST(TextureStore, SaysWhichImagesAreSrgb) {
  const struct {
    int channelCount;
    PixelType type;
    TextureColorSpace space;
    bool isSrgb;
  } cases[] = {
      {3, PixelType::Unorm8, TextureColorSpace::Auto, true},
      {4, PixelType::Unorm8, TextureColorSpace::Auto, true},
      {1, PixelType::Unorm8, TextureColorSpace::Auto, false},
      {3, PixelType::Unorm16, TextureColorSpace::Auto, false},
      {3, PixelType::Half, TextureColorSpace::Auto, false},
      {3, PixelType::Unorm8, TextureColorSpace::Raw, false},
      {1, PixelType::Unorm8, TextureColorSpace::Srgb, true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(isSrgb({1, 1, c.channelCount, c.type, {}}, c.space), c.isSrgb) << c.channelCount;
  }
}

TEST(UdimTiles, LieSideBySideRowsUpwards) {
  // Tile 1011 is the lower left, 1022 the upper right. Two tiles have other sizes; 1012 is missing.
  const auto load = [](const std::string& file) {
    if (file == "t.1011.png") return ImageResult{filled(4, 4, 3, 10), {}};
    if (file == "t.1021.png") return ImageResult{filled(2, 2, 4, 20), {}};
    if (file == "t.1022.png") return ImageResult{filled(4, 4, 1, 30), {}};
    return ImageResult{std::nullopt, "No such file."};
  };
  const TexturePixels pixels = readUdimTiles("t.<UDIM>.png", load, TextureColorSpace::Auto, 1024);
  EXPECT_EQ(pixels.problem, "");
  EXPECT_EQ(pixels.tiles, glm::ivec4(0, 1, 2, 2));
  ASSERT_EQ(pixels.width, 8);
  ASSERT_EQ(pixels.height, 8);
  EXPECT_TRUE(pixels.isSrgb);
  const auto at = [&](std::size_t x, std::size_t y) { return byteAt(pixels, 0, (y * 8 + x) * 4); };
  EXPECT_EQ(at(0, 0), 10);
  EXPECT_EQ(at(3, 3), 10);
  EXPECT_EQ(at(4, 3), 0);
  EXPECT_EQ(at(0, 4), 20);
  EXPECT_EQ(at(3, 7), 20);
  EXPECT_EQ(at(7, 7), 30);

  const TexturePixels small = readUdimTiles("t.<UDIM>.png", load, TextureColorSpace::Auto, 4);
  EXPECT_EQ(small.width, 4);
  EXPECT_EQ(byteAt(small, 0, 0), 10);
  EXPECT_EQ(byteAt(small, 0, 4 * 15), 30);

  const TexturePixels none = readUdimTiles("u.<UDIM>.png", load, TextureColorSpace::Auto, 4);
  EXPECT_TRUE(none.levels.empty());
  EXPECT_NE(none.problem, "");
}

TEST(TextureStore, TilesOfTooManyPixelsAreNotAllRead) {
  int count = 0;
  const ImageLoader load = [&](const std::string&) {
    ++count;
    return ImageResult{filled(5000, 4000, 1, 10), {}};
  };
  const TexturePixels pixels =
      readUdimTiles("t.<UDIM>.png", load, TextureColorSpace::Auto, 64, std::size_t{1} << 23);
  EXPECT_EQ(count, 3);
  EXPECT_FALSE(pixels.levels.empty());
  EXPECT_EQ(
      pixels.problem,
      "The tiles up to 1003 have 60000000 pixels, which are too many: the other tiles are not "
      "read.");
}

TEST(TextureStore, NamesATileThatCannotBeReadAndDrawsTheOthers) {
  ImageSource images;
  images.load = [](const std::string& file) {
    if (file == "t.1001.png") return ImageResult{filled(2, 2, 3, 10), {}};
    return ImageResult{std::nullopt, "It is broken."};
  };
  images.modificationTime = [](const std::string& file) {
    const bool isThere = file == "t.1001.png" || file == "t.1003.png";
    return isThere ? std::optional<std::int64_t>(1) : std::nullopt;
  };
  const Scene scene = sceneOf({"t.<UDIM>.png"}, images);
  TextureStore store;
  store.prepare(scene);
  const ReadTexture read =
      store.take({"t.<UDIM>.png", TextureColorSpace::Srgb}, scene.images.get());
  EXPECT_FALSE(read.pixels->levels.empty());
  EXPECT_EQ(read.pixels->problem, "t.1003.png: It is broken.");
}

}  // namespace usdscope
