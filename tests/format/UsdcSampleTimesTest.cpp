// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/base/Parallel.h"
#include "engine/format/LayerFormat.h"
#include "engine/format/usdc/UsdcWriter.h"
#include "engine/layer/FieldDefinitions.h"

namespace usdscope {
namespace {

// A crate in which attribute i has a sample at time i % distinct, and one at time 100.
std::shared_ptr<const Layer> crateWithTimes(int attributes, int distinct) {
  std::string text = "#usda 1.0\ndef \"A\" {\n";
  for (int i = 0; i < attributes; ++i) {
    text += fmt::format("double x{0}.timeSamples = {{{1}: {0}.5, 100: {0}}}\n", i, i % distinct);
  }
  Diagnostics problems;
  const auto layer = readLayer(FileBytes::fromText(text + "}\n"), {"text"}, problems);
  const std::string crate = writeUsdc(*layer, FieldDefinitions::builtin(), problems);
  auto read = readLayer(FileBytes::fromText(crate), {"crate"}, problems);
  EXPECT_TRUE(problems.isEmpty());
  return read;
}

TimeSamples samplesOf(const Layer& layer, int attribute) {
  const Path path = Path::fromText(fmt::format("/A.x{}", attribute));
  const Value field = layer.findProperty(path).field(fields::kTimeSamples);
  const auto* samples = field.find<TimeSamples>();
  return samples ? *samples : TimeSamples();
}

}  // namespace

// A file keeps a few arrays of times. Attributes whose times are not kept have the right ones, too.
TEST(UsdcSampleTimes, EachAttributeHasItsOwn) {
  for (const int distinct : {1, 3, 4, 5, 9}) {
    const auto layer = crateWithTimes(40, distinct);
    for (int round = 0; round < 2; ++round) {
      parallelFor(40, 1, [&](std::size_t first, std::size_t last) {
        for (int i = int(first); i < int(last); ++i) {
          const TimeSamples samples = samplesOf(*layer, i);
          ASSERT_EQ(samples.times(), (Array<double>{double(i % distinct), 100.0})) << distinct;
          EXPECT_EQ(samples.value(0), Value(i + 0.5));
          EXPECT_EQ(samples.value(1), Value(double(i)));
        }
      });
    }
  }
}

TEST(UsdcSampleTimes, EqualTimesShareTheirStorage) {
  Array<double> times;
  {
    const auto layer = crateWithTimes(8, 2);
    times = samplesOf(*layer, 0).times();
    EXPECT_TRUE(samplesOf(*layer, 6).times().sharesStorageWith(times));
    EXPECT_FALSE(samplesOf(*layer, 7).times().sharesStorageWith(times));
  }
  // The times outlive their layer.
  EXPECT_EQ(times, (Array<double>{0.0, 100.0}));
}

}  // namespace usdscope
