// SPDX-License-Identifier: Apache-2.0
#include "engine/image/detail/JpegTables.h"

#include <algorithm>
#include <array>

namespace usdscope {
namespace {

constexpr unsigned kStartOfImage = 0xD8;
constexpr unsigned kProgressiveFrame = 0xC2;
constexpr unsigned kHuffmanTables = 0xC4;
constexpr unsigned kStartOfScan = 0xDA;
constexpr unsigned kFirstRestart = 0xD0;
constexpr unsigned kEndOfImage = 0xD9;

class Walk {
 public:
  explicit Walk(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// Goes to the end of the image. Other images may follow, which the decoder does not read.
  JpegScans walk() {
    JpegScans scans;
    if (next() != 0xFF || next() != kStartOfImage) return scans;
    while (at_ < bytes_.size()) {
      const unsigned marker = nextMarker();
      if (marker == kEndOfImage) break;
      if (marker == 0 || (marker >= kFirstRestart && marker < kEndOfImage)) continue;
      const std::size_t begin = at_;
      const std::size_t high = next();
      const std::size_t end = begin + (high << 8 | next());
      isProgressive_ = isProgressive_ || marker == kProgressiveFrame;
      if (marker == kHuffmanTables) noteTables(end);
      if (marker == kStartOfScan) {
        ++scans.count;
        scans.lackTables = scans.lackTables || scanLacksTables();
      }
      at_ = std::max(at_, end);
    }
    return scans;
  }

 private:
  // Returns 0 behind the end.
  unsigned next() { return at_ < bytes_.size() ? std::to_integer<unsigned>(bytes_[at_++]) : 0u; }

  // Also skips the data of a scan, in which 0 follows each byte of this value.
  unsigned nextMarker() {
    while (at_ < bytes_.size() && next() != 0xFF) {
    }
    unsigned marker = 0xFF;
    while (at_ < bytes_.size() && marker == 0xFF) marker = next();
    return marker == 0xFF ? 0 : marker;
  }

  void noteTables(std::size_t end) {
    while (at_ < end && at_ < bytes_.size()) {
      const unsigned name = next();
      std::size_t values = 0;
      for (int i = 0; i < 16; ++i) values += next();
      at_ += values;
      if (name >> 4 < 2 && (name & 15) < 4) isDefined_[name >> 4][name & 15] = true;
    }
  }

  bool scanLacksTables() {
    const unsigned count = next();
    std::array<unsigned, 4> tables{};
    if (count > tables.size()) return false;
    for (unsigned i = 0; i < count; ++i) {
      next();
      tables[i] = next();
    }
    const unsigned firstCoefficient = next();
    next();
    const bool isRefined = next() >> 4 != 0;
    // A progressive scan has either the mean or the other coefficients.
    const bool needsMean = !isProgressive_ || (firstCoefficient == 0 && !isRefined);
    const bool needsOthers = !isProgressive_ || firstCoefficient != 0;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned mean = tables[i] >> 4;
      const unsigned others = tables[i] & 15;
      // The decoder refuses other numbers.
      if (mean > 3 || others > 3) continue;
      if ((needsMean && !isDefined_[0][mean]) || (needsOthers && !isDefined_[1][others])) {
        return true;
      }
    }
    return false;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool isProgressive_ = false;
  // The first four are tables for means, the others for other coefficients.
  std::array<std::array<bool, 4>, 2> isDefined_{};
};

}  // namespace

JpegScans jpegScansOf(std::span<const std::byte> bytes) { return Walk(bytes).walk(); }

}  // namespace usdscope
