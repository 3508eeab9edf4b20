// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace usdscope {

/// Computes SHA-1 (FIPS 180-4) of data that is passed piece by piece. Dumps use it to compare long
/// arrays; it is not meant for security.
class Sha1 {
 public:
  void update(std::string_view bytes);
  /// Returns 40 hexadecimal digits. Requires: update() is not called afterwards.
  std::string finish();

 private:
  void addBlock(const unsigned char* block);

  std::array<std::uint32_t, 5> state_{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u,
                                      0xC3D2E1F0u};
  std::array<unsigned char, 64> buffer_{};
  std::uint64_t byteCount_ = 0;
};

}  // namespace usdscope
