// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace usdscope {

bool isExr(std::span<const std::byte> bytes);

/// Reads the attributes in the header of an EXR file: a name, a type, a size and that many bytes.
/// The header ends with an empty name.
class ExrHeader {
 public:
  /// Requires: isExr(bytes).
  explicit ExrHeader(std::span<const std::byte> bytes);

  struct Entry {
    std::string_view name;
    std::string_view type;
    std::span<const std::byte> value;
  };

  /// Returns the next attribute; empty at the end, and where an attribute is cut off.
  std::optional<Entry> next();
  /// Whether an attribute was cut off, or claims more bytes than the file has.
  bool isBroken() const { return isBroken_; }

 private:
  bool readText(std::string_view& text);

  std::span<const std::byte> left_;
  bool isBroken_ = false;
};

/// Returns a sentence about the header of an EXR file when the library would allocate memory for
/// sizes that the file cannot have; else empty. Requires: isExr(bytes).
std::string exrHeaderProblem(std::span<const std::byte> bytes);

}  // namespace usdscope
