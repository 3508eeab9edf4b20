// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/ValueCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/base/Parallel.h"
#include "engine/format/usdc/CrateValues.h"

namespace usdscope {
namespace {

using usdc::CrateValues;
using usdc::ValueProblem;

const CrateValues* crateValuesOf(const Layer& layer) {
  return dynamic_cast<const CrateValues*>(layer.tables().decoder.get());
}

// Calls `use` for the path and the fields of each row from `first` to `last`; properties come
// behind prims and variants.
template <typename Use>
void forRows(const Layer& layer, std::size_t first, std::size_t last, Use&& use) {
  const detail::LayerTables& tables = layer.tables();
  for (std::size_t i = first; i < last; ++i) {
    if (i < tables.prims.size()) {
      const detail::PrimRow& row = tables.prims[i];
      use([&] { return row.path; }, row.fields.begin, row.fields.count);
    } else {
      const detail::PropertyRow& row = tables.properties[i - tables.prims.size()];
      use([&] { return tables.prims[row.prim].path.property(row.name); }, row.fieldsBegin,
          std::uint32_t{row.fieldCount});
    }
  }
}

std::size_t rowCount(const Layer& layer) { return layer.primRowCount() + layer.propertyRowCount(); }

void report(const Layer& layer, Path path, const ValueProblem& problem, Token field,
            Diagnostics& diagnostics) {
  const std::string message =
      problem.isRead
          ? fmt::format("The value of '{}' makes no sense: {}.", field.text(), problem.what)
      : problem.sampleTime
          ? fmt::format("The sample at {} of '{}' cannot be read and is left out: {}.",
                        *problem.sampleTime, field.text(), problem.what)
          : fmt::format("The value of '{}' cannot be read and is left out: {}.", field.text(),
                        problem.what);
  diagnostics.report(
      kBrokenValue,
      {.layer = layer.identifier(), .path = path.text(), .byteOffset = problem.byteOffset},
      message);
}

// Looks at the values of rows one after the other.
class Checker {
 public:
  Checker(const Layer& layer, const CrateValues& values, Diagnostics& diagnostics)
      : layer_(layer), values_(values), diagnostics_(diagnostics) {}

  template <typename PathOf>
  void check(PathOf&& pathOf, Token field, std::uint64_t stored) {
    // Equal words stand for equal values, and most are flags and names.
    std::uint64_t& good = good_[(stored * 0x9E3779B97F4A7C15ull) >> (64 - kGoodBits)];
    if (good == stored || values_.findRepProblem(stored)) return;
    const auto problem = values_.findProblem(stored);
    if (problem) {
      report(layer_, pathOf(), *problem, field, diagnostics_);
    } else {
      good = stored;
    }
  }

 private:
  static constexpr int kGoodBits = 12;
  const Layer& layer_;
  const CrateValues& values_;
  Diagnostics& diagnostics_;
  std::vector<std::uint64_t> good_ = std::vector<std::uint64_t>(std::size_t{1} << kGoodBits);
};

}  // namespace

void checkValues(const Layer& layer, Diagnostics& diagnostics) {
  const CrateValues* const values = crateValuesOf(layer);
  if (!values) return;
  constexpr std::size_t kPart = 4096;
  const std::size_t count = rowCount(layer);
  std::vector<Diagnostics> parts(count / kPart + 1);
  parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part) {
      Checker checker(layer, *values, parts[part]);
      forRows(layer, part * kPart, std::min((part + 1) * kPart, count),
              [&](auto&& pathOf, std::uint32_t begin, std::uint32_t fieldCount) {
                const detail::LayerTables& tables = layer.tables();
                for (std::uint32_t i = begin; i < begin + fieldCount; ++i) {
                  checker.check(pathOf, tables.fieldNames[i], tables.fieldValues[i]);
                }
              });
    }
  });
  for (const Diagnostics& part : parts) diagnostics.append(part);
}

void usdc::checkReps(const Layer& layer, Diagnostics& diagnostics) {
  const CrateValues* const values = crateValuesOf(layer);
  const detail::LayerTables& tables = layer.tables();
  const auto isBroken = [&](std::uint64_t stored) {
    return values->findRepProblem(stored).has_value();
  };
  if (!values || std::ranges::none_of(tables.fieldValues, isBroken)) return;
  forRows(layer, 0, rowCount(layer),
          [&](auto&& pathOf, std::uint32_t begin, std::uint32_t fieldCount) {
            for (std::uint32_t i = begin; i < begin + fieldCount; ++i) {
              const auto problem = values->findRepProblem(tables.fieldValues[i]);
              if (!problem) continue;
              report(layer, pathOf(), *problem, tables.fieldNames[i], diagnostics);
            }
          });
}

}  // namespace usdscope
