// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/report/supply/SupplierColors.h"

namespace usdscope {

/// The one table of colours for all that is seen together of a scene: pictures painted by layer or
/// clip, trails, lanes of clips, ribbons and their legends. A layer or clip has the same colour in
/// all of them, whichever shows it first, and keeps it. Thread-safe.
class LegendColors {
 public:
  /// Returns the colour of a clip. `file` is its clipIdentifier(), because paths that are authored
  /// alike may lead to different files; `index` is the index in its clip set. This is
  /// colorOfClip(), or else the next of the colours that the fewest other clips have, because
  /// clips of several sets have the same indices.
  glm::vec3 ofClip(const std::string& file, std::size_t index);
  /// Returns the colour of the source of a value. `supplier` is what SupplierColors says about it.
  glm::vec3 of(const ResolveInfo& info, const SupplierColor& supplier);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::size_t> indexes_;   ///< Into the colours of clips, by file.
  std::array<std::size_t, kClipColorCount> clipCounts_{};  ///< The clips that have each colour.
};

}  // namespace usdscope
