// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"

namespace usdscope {

/// Reported for a light whose IES profile cannot be read.
inline constexpr DiagnosticCode kBadProfile{"scene.bad-profile", Severity::Warning};

/// The luminous intensity of a luminaire by direction, in candela. (IESNA LM-63.)
struct IesProfile {
  static constexpr int kRows = 361;     ///< Angles from the axis, from 0 to 180 degrees.
  static constexpr int kColumns = 144;  ///< Angles around the axis, from 0 to 360 degrees.
  std::vector<float> candelas;          ///< kRows × kColumns, not negative.
  /// The mean intensity over the sphere, or over the hemisphere if the file describes no more. A
  /// normalised light is divided by it.
  float power = 0.0f;

  /// Returns the intensity at an angle from the axis and around it, in radians. The angle from the
  /// axis is divided by `angleScale` if that is positive. If it is negative, the angle from the
  /// opposite of the axis is divided by its negative. Scaled angles beyond half a turn give 0.
  float at(float fromAxis, float aroundAxis, float angleScale = 0.0f) const;
};

struct IesResult {
  std::shared_ptr<const IesProfile> profile;  ///< Null if the text cannot be read.
  std::string problem;                        ///< A sentence that says why; else empty.
};

/// Reads a photometric file of the years 1986, 1991, 1995 or 2002, of type A, B or C. The factors
/// of tilted luminaires are ignored. Reads at most kMostIesBytes.
IesResult readIesProfile(std::string_view text);
inline constexpr std::size_t kMostIesBytes = std::size_t{4} << 20;

}  // namespace usdscope
