// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/image/ReadImage.h"

// The entry point of the fuzzer. Pixels need more memory than files, so only the limit of the whole
// process applies.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(data);
  // The buffer has exactly this size, so that sanitizers find a read beyond its end.
  const std::vector<std::byte> file(bytes, bytes + size);
  const usdscope::ImageResult result = usdscope::readImage(file);
  if (!result.image && result.problem.empty()) {
    std::fprintf(stderr, "No image, and no problem\n");
    std::abort();
  }
  return 0;
}
