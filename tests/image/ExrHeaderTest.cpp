// SPDX-License-Identifier: Apache-2.0
#include "engine/image/detail/ExrHeader.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "engine/base/FileBytes.h"
#include "engine/image/ReadImage.h"
#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

std::string number(std::uint32_t value) {
  std::string text(4, '\0');
  std::memcpy(text.data(), &value, 4);
  return text;
}

std::string attribute(const std::string& name, const std::string& type, const std::string& value) {
  return name + '\0' + type + '\0' + number(std::uint32_t(value.size())) + value;
}

std::string window(std::uint32_t width, std::uint32_t height) {
  return attribute("dataWindow", "box2i",
                   number(0) + number(0) + number(width - 1) + number(height - 1));
}

std::string channels(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += "c" + std::to_string(i) + std::string(17, '\0');
  return attribute("channels", "chlist", list + '\0');
}

std::string tiles(std::uint32_t width, std::uint32_t height) {
  return attribute("tiles", "tiledesc", number(width) + number(height) + '\0');
}

std::string compression(int number) {
  return attribute("compression", "compression", std::string(1, char(number)));
}

// The attributes of a file, which has room for its pixels.
std::string file(const std::string& attributes, std::uint32_t version = 2) {
  return std::string("\x76\x2f\x31\x01", 4) + number(version) + attributes + '\0' +
         std::string(100'000, '\0');
}

std::string problemOf(const std::string& bytes) {
  return exrHeaderProblem(std::as_bytes(std::span(bytes)));
}

}  // namespace

TEST(ExrHeader, SizesAreCheckedBeforeTheLibraryAllocates) {
  const struct {
    const char* name;
    std::string bytes;
    const char* problem;  // A part of the sentence; empty: the header is good.
  } cases[] = {
      {"usual", file(channels(4) + window(1920, 1080)), ""},
      {"usual tiles", file(channels(4) + window(1920, 1080) + tiles(64, 64)), ""},
      {"wide", file(channels(4) + window(1u << 30, 1)), "too many"},
      {"high", file(channels(4) + window(1, 1u << 30)), "too many"},
      {"larger than an int", file(channels(4) + window(0x80000000u, 1)), "too many"},
      {"few bytes", file(channels(4) + window(32768, 32768)), "too few bytes"},
      {"channels", file(channels(2000) + window(64, 64)), "2000 channels"},
      {"large tiles", file(channels(1) + window(64, 64) + tiles(0xFFFFFFFFu, 0xFFFFFFFFu)),
       "in blocks"},
      {"tiles of many channels", file(channels(100) + window(64, 64) + tiles(4096, 4096)),
       "100 channels in blocks of 16777216 pixels"},
      {"a thousand channels in lines", file(channels(1000) + window(4096, 2160) + compression(0)),
       ""},
      {"a thousand channels in 32 lines",
       file(channels(1000) + window(4096, 2160) + compression(4)), ""},
      {"a thousand channels in 256 lines",
       file(channels(1000) + window(4096, 2160) + compression(9)),
       "1000 channels in blocks of 1048576 pixels"},
      {"an unknown compression", file(channels(1000) + window(4096, 2160) + compression(99)),
       "in blocks of 1048576 pixels"},
      {"second part", file(channels(4) + window(64, 64) + '\0' + window(1u << 30, 1), 0x1002),
       "too many"},
      {"two good parts", file(channels(4) + window(64, 64) + '\0' + window(64, 64) + '\0', 0x1002),
       ""},
  };
  for (const auto& c : cases) {
    const std::string problem = problemOf(c.bytes);
    if (*c.problem == '\0') {
      EXPECT_EQ(problem, "") << c.name;
    } else {
      EXPECT_NE(problem.find(c.problem), std::string::npos) << c.name << ": " << problem;
    }
  }
  // An attribute says that it has two gigabytes.
  std::string claim = file({});
  claim.insert(8, std::string("comments") + '\0' + "string" + '\0' + number(0x7FFFFFFF));
  EXPECT_NE(problemOf(claim).find("cut off"), std::string::npos);
  EXPECT_FALSE(readImage(std::as_bytes(std::span(claim))).image);
}

TEST(ExrHeader, CutHeadersAreProblems) {
  const std::string whole = file(channels(4) + window(64, 64));
  const std::size_t header = whole.size() - 100'000;
  for (std::size_t size = 4; size < header; ++size) {
    EXPECT_NE(problemOf(whole.substr(0, size)), "") << size;
  }
}

}  // namespace usdscope
