// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace usdscope {

// Constants that readers and writers of packages share. (Zip: PKWARE's APPNOTE.TXT, sections 4.3.7,
// 4.3.12 and 4.3.16.)
inline constexpr std::uint32_t kZipLocalSignature = 0x04034b50;
inline constexpr std::uint32_t kZipCentralSignature = 0x02014b50;
inline constexpr std::uint32_t kZipEndSignature = 0x06054b50;
inline constexpr std::size_t kZipLocalByteSize = 30;

}  // namespace usdscope
