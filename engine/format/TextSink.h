// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace usdscope {

/// Receives a text in pieces, so that a large text need not be in memory as a whole.
class TextSink {
 public:
  virtual ~TextSink() = default;

  /// Appends bytes. Returns false on failure; the whole text is then invalid.
  virtual bool write(std::string_view bytes) = 0;
  /// Overwrites bytes that were written before.
  virtual bool overwrite(std::size_t offset, std::string_view bytes) = 0;
};

}  // namespace usdscope
