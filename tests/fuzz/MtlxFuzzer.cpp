// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/format/mtlx/MtlxReader.h"
#include "tests/fuzz/ReadAnything.h"

// The entry point of the fuzzer. Inputs with another start belong to another target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!usdscope::looksLikeMtlx(text)) return -1;
  usdscope::readAnything({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
