// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace usdscope {

/// Returns the linear value of an sRGB display value. Both are in [0, 1]; other values are clamped,
/// and NaN is 0. (IEC 61966-2-1.)
float linearFromDisplay(float display);
/// The inverse of linearFromDisplay().
float displayFromLinear(float linear);

}  // namespace usdscope
