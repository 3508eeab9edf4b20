// SPDX-License-Identifier: Apache-2.0
#include "engine/render/IdColor.h"

#include "engine/render/DisplayColor.h"

namespace usdscope {
namespace {

// FNV-1a.
constexpr std::uint32_t kFirstBits = 2166136261u;
std::uint32_t mixed(std::uint32_t bits, std::uint32_t byte) {
  return (bits ^ (byte & 255u)) * 16777619u;
}

}  // namespace

std::uint32_t idBits(std::string_view name) {
  std::uint32_t bits = kFirstBits;
  for (const char c : name) bits = mixed(bits, static_cast<unsigned char>(c));
  return bits;
}

glm::vec4 idColor(std::string_view path, std::int32_t instance) {
  std::uint32_t bits = idBits(path);
  for (int shift = 0; shift < 32 && instance >= 0; shift += 8) {
    bits = mixed(bits, static_cast<std::uint32_t>(instance) >> shift);
  }
  bits ^= bits >> 15;
  bits *= 0x2c1b3c6du;
  bits ^= bits >> 12;
  const glm::vec3 bytes(bits >> 24, bits >> 16 & 255u, bits >> 8 & 255u);
  return linearFromDisplay(0.15f + 0.8f * bytes / 255.0f);
}

}  // namespace usdscope
