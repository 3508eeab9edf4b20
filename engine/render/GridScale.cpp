// SPDX-License-Identifier: Apache-2.0
#include "engine/render/GridScale.h"

#include <fmt/format.h>

#include <cmath>

namespace usdscope {
namespace {

struct Unit {
  double meters;
  const char* name;
};
// The units of stages that keep their unit for the grid.
constexpr Unit kOwnUnits[] = {{0.0254, "in"}, {0.3048, "ft"}, {0.9144, "yd"}};
// The other stages name the largest of these units that is not larger than the step.
constexpr Unit kMetric[] = {{1e3, "km"}, {1.0, "m"}, {1e-2, "cm"}, {1e-3, "mm"}, {1e-6, "µm"}};

double usable(double metersPerUnit) {
  return metersPerUnit > 0.0 && std::isfinite(metersPerUnit) ? metersPerUnit : 0.01;
}

const Unit* ownUnit(double metersPerUnit) {
  for (const Unit& unit : kOwnUnits) {
    if (std::abs(metersPerUnit - unit.meters) < unit.meters * 1e-3) return &unit;
  }
  return nullptr;
}

}  // namespace

double gridStep(double reach, double metersPerUnit) {
  if (!std::isfinite(reach) || !(reach > 1e-9)) reach = 1.0;
  const double worldUnits = ownUnit(metersPerUnit) ? 1.0 : 1.0 / usable(metersPerUnit);
  // The sum keeps a power of ten from falling to the next smaller one.
  const double power = std::floor(std::log10(reach / worldUnits) + 1e-9) - 1.0;
  return worldUnits * std::pow(10.0, power);
}

std::string gridStepText(double step, double metersPerUnit) {
  if (const Unit* own = ownUnit(metersPerUnit)) return fmt::format("{:.6g} {}", step, own->name);
  const double meters = step * usable(metersPerUnit);
  for (const Unit& unit : kMetric) {
    if (meters > unit.meters * 0.999)
      return fmt::format("{:.6g} {}", meters / unit.meters, unit.name);
  }
  return fmt::format("{:.3g} m", meters);
}

}  // namespace usdscope
