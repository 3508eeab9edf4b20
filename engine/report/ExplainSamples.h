// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/Explain.h"

namespace usdscope {

/// Describes the part that a trace's samples, or its spline, have in the value, as the end of a
/// sentence about a layer: ", interpolated halfway between samples 37 and 38", ", on a sample".
std::string samplesText(const ResolveTrace& trace);

/// Describes the samples that make a sample of a clip set, without the comma.
std::string samplesText(const ClipSample& sample);

/// "interpolated halfway", "interpolated 24 % of the way".
std::string interpolationText(double time, double lower, double upper);

}  // namespace usdscope
