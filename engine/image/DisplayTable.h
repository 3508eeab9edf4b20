// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "engine/image/DisplayTransform.h"

namespace usdscope {

/// A display transform as a cube of colours, which devices look up with linear interpolation.
///
/// The entries along an edge are closer for dark colours: entry i stands for the linear value
/// valueAt(i), from exactly 0 at the first one to 64 at the last one, with exactly 1 among them.
/// Smaller and larger values are like the ends. Between entries, curves such as sRGB differ by less
/// than half of a step of 8 bits.
struct DisplayTable {
  static constexpr int kSize = 65;   ///< Entries along an edge.
  static constexpr int kWhite = 40;  ///< The entry of the linear value 1.
  static constexpr float kStepsPerStop = 4.0f;

  /// Returns the linear value of an entry: a doubling of the value plus offset() takes
  /// kStepsPerStop entries.
  static float valueAt(int entry);
  static float offset();

  /// kSize × kSize × kSize colours of three floats; red varies fastest, then green. They may lie
  /// outside of [0, 1], so that colours between them are right before they are cut.
  std::vector<float> colors;
};

/// Evaluates the transform at every entry, on all threads. Returns null if it was stopped.
std::shared_ptr<const DisplayTable> makeDisplayTable(const DisplayTransform& transform,
                                                     const std::stop_token& stop = {});

}  // namespace usdscope
