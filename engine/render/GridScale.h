// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace usdscope {

/// Returns a step between the lines of a grid that reaches this far, in world units: from a
/// hundredth to a tenth of the reach. It is a power of ten of metres; on stages whose unit is an
/// inch, a foot or a yard, of that unit.
double gridStep(double reach, double metersPerUnit);

/// Returns a step as text with its unit: "10 cm", "1 ft".
std::string gridStepText(double step, double metersPerUnit);

}  // namespace usdscope
