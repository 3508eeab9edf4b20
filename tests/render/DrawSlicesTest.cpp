// SPDX-License-Identifier: Apache-2.0
#include "engine/render/DrawSlices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/gl/GlTest.h"

namespace usdscope {
namespace {

class DrawSlicesTest : public GlTest {};

}  // namespace

TEST_F(DrawSlicesTest, CoverEachElementOfEachObjectOnce) {
  const struct {
    const char* name;
    std::size_t elements;
    std::size_t trianglesEach;
    std::uint32_t objects;
  } cases[] = {{"nothing", 0, 1, 7},           {"one", 1, 1, 1},
               {"small objects", 90, 2, 5000}, {"a large one", 1'234'567, 1, 1},
               {"large ones", 250'001, 2, 3},  {"no object", 5, 1, 0}};
  for (const auto& c : cases) {
    std::vector<int> elements(c.elements * c.objects);
    DrawSlices whole;
    std::size_t calls = 0;
    const auto cover = [&](std::size_t element, std::size_t elementCount, std::uint32_t object,
                           std::uint32_t objectCount) {
      ++calls;
      for (std::uint32_t o = object; o < object + objectCount; ++o) {
        for (std::size_t e = element; e < element + elementCount; ++e) {
          ++elements.at(o * c.elements + e);
        }
      }
    };
    EXPECT_TRUE(drawInSlices(whole, c.elements, c.trianglesEach, c.objects, cover)) << c.name;
    EXPECT_EQ(calls, elements.empty() ? 0u : 1u) << c.name;
    EXPECT_TRUE(std::ranges::all_of(elements, [](int n) { return n == 1; })) << c.name;
  }
}

TEST_F(DrawSlicesTest, SlicesOfASoftwareDeviceCoverEachElementOnceAndCanBeStopped) {
  for (const auto& [elementCount, objectCount] :
       {std::pair<std::size_t, std::uint32_t>{1'234'567, 1}, {90, 5000}, {250'001, 3}}) {
    std::vector<int> elements(elementCount * objectCount);
    std::stop_source stop;
    DrawSlices slices(stop.get_token(), true);
    std::size_t calls = 0;
    const auto cover = [&](std::size_t element, std::size_t count, std::uint32_t object,
                           std::uint32_t objects) {
      ++calls;
      EXPECT_LE(count * objects, slices.most());
      for (std::uint32_t o = object; o < object + objects; ++o) {
        for (std::size_t e = element; e < element + count; ++e) {
          ++elements.at(o * elementCount + e);
        }
      }
    };
    EXPECT_TRUE(drawInSlices(slices, elementCount, 1, objectCount, cover));
    EXPECT_GT(calls, 1u);
    EXPECT_TRUE(std::ranges::all_of(elements, [](int n) { return n == 1; }));
    stop.request_stop();
    calls = 0;
    EXPECT_FALSE(drawInSlices(slices, elementCount, 1, objectCount, cover));
    EXPECT_EQ(calls, 0u);
  }
}

}  // namespace usdscope
