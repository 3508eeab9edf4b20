// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace usdscope {

/// Takes a text piece by piece, so that a large one need not be held as a whole.
class TextSink {
 public:
  virtual ~TextSink() = default;

  /// Puts bytes behind those that are there. False when that failed: then nothing counts any more.
  virtual bool write(std::string_view bytes) = 0;
  /// Puts bytes in the place of others that were written before.
  virtual bool overwrite(std::size_t offset, std::string_view bytes) = 0;
};

}  // namespace usdscope
