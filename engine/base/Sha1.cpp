// SPDX-License-Identifier: Apache-2.0
#include "engine/base/Sha1.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace usdscope {

void Sha1::update(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t filled = byteCount_ % 64;
    const std::size_t taken = std::min(64 - filled, bytes.size());
    std::memcpy(buffer_.data() + filled, bytes.data(), taken);
    byteCount_ += taken;
    bytes.remove_prefix(taken);
    if (byteCount_ % 64 == 0) addBlock(buffer_.data());
  }
}

std::string Sha1::finish() {
  const std::uint64_t bitCount = byteCount_ * 8;
  update(std::string_view("\x80", 1));
  while (byteCount_ % 64 != 56) update(std::string_view("\0", 1));
  char length[8];
  for (int i = 0; i < 8; ++i) length[i] = static_cast<char>(bitCount >> (56 - 8 * i));
  update({length, 8});
  std::string digits;
  for (const std::uint32_t word : state_) digits += fmt::format("{:08x}", word);
  return digits;
}

void Sha1::addBlock(const unsigned char* block) {
  std::uint32_t w[80];
  for (int i = 0; i < 16; ++i) {
    w[i] = std::uint32_t{block[i * 4]} << 24 | std::uint32_t{block[i * 4 + 1]} << 16 |
           std::uint32_t{block[i * 4 + 2]} << 8 | block[i * 4 + 3];
  }
  for (int i = 16; i < 80; ++i) {
    w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  }
  auto [a, b, c, d, e] = state_;
  for (int i = 0; i < 80; ++i) {
    std::uint32_t f, k;
    if (i < 20) {
      f = (b & c) | (~b & d);
      k = 0x5A827999u;
    } else if (i < 40) {
      f = b ^ c ^ d;
      k = 0x6ED9EBA1u;
    } else if (i < 60) {
      f = (b & c) | (b & d) | (c & d);
      k = 0x8F1BBCDCu;
    } else {
      f = b ^ c ^ d;
      k = 0xCA62C1D6u;
    }
    const std::uint32_t next = std::rotl(a, 5) + f + e + k + w[i];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
  state_[4] += e;
}

}  // namespace usdscope
