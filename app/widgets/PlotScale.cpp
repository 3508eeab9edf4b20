// SPDX-License-Identifier: Apache-2.0
#include "app/widgets/PlotScale.h"

#include <algorithm>
#include <cmath>

namespace usdscope {

std::pair<double, double> zoomed(double low, double high, double at, double factor) {
  return {at - (at - low) * factor, at + (high - at) * factor};
}

bool isLongEnough(const std::pair<double, double>& times) {
  const double length = times.second - times.first;
  const double least = 1e-9 * std::max({1.0, std::abs(times.first), std::abs(times.second)});
  return length > least && std::isfinite(length);
}

std::vector<double> roundNumbers(double low, double high, double size, double pixels) {
  std::vector<double> numbers;
  const double wanted = (high - low) * pixels / std::max(size, 1.0);
  if (!(wanted > 0.0) || !std::isfinite(wanted)) return numbers;
  double step = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (step >= wanted) break;
    step *= factor;
  }
  const double first = std::ceil(low / step);
  // Numbers too large for their steps would never end.
  if (!(std::abs(first) < 1e15) || !((high - low) / step < 1000.0)) return numbers;
  for (double i = first; i * step <= high; i += 1.0) numbers.push_back(i * step + 0.0);
  return numbers;
}

}  // namespace usdscope
