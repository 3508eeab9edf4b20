// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/explain/Explain.h"

namespace usdscope {

/// Describes how a trace's samples or spline make the value, as the end of a sentence about a
/// layer: ", interpolated halfway between samples 37 and 38", ", on a sample".
std::string samplesText(const ResolveTrace& trace);

/// Describes how samples in a clip make one of the two values that a clip set interpolates, without
/// the leading comma.
std::string samplesText(const ClipSample& sample);

/// Returns "interpolated halfway", or for example "interpolated 24 % of the way".
std::string interpolationText(double time, double lower, double upper);

}  // namespace usdscope
