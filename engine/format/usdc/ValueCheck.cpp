// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usdc/ValueCheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

// Calls `use` for the path and the fields of each row from `first` to `last`. Properties come
// after prims and variants.
template <typename Use>
void forRows(const Layer& layer, std::size_t first, std::size_t last, Use&& use) {
  const LayerTables& tables = layer.tables();
  for (std::size_t i = first; i < last; ++i) {
    if (i < tables.prims.size()) {
      const PrimSpecRow& row = tables.prims[i];
      use([&] { return row.path; }, row.fields.begin, row.fields.count);
    } else {
      const PropertySpecRow& row = tables.properties[i - tables.prims.size()];
      use([&] { return tables.prims[row.prim].path.property(row.name); }, row.fieldsBegin,
          std::uint32_t{row.fieldCount});
    }
  }
}

std::size_t rowCount(const Layer& layer) { return layer.primRowCount() + layer.propertyRowCount(); }

// A broken value and its owner.
struct BrokenValue {
  Path path;
  Token field;
  ValueProblem problem;
};

std::string messageOf(const BrokenValue& value) {
  const auto& [path, field, problem] = value;
  if (problem.isRead) {
    return fmt::format("The value of '{}' is invalid: {}.", field.text(), problem.what);
  }
  const std::string what = fmt::format("cannot be read and is ignored: {}.", problem.what);
  return problem.sampleTime
             ? fmt::format("The sample at {} of '{}' {}", *problem.sampleTime, field.text(), what)
             : fmt::format("The value of '{}' {}", field.text(), what);
}

// Reports an error for each value. If a broken table breaks many values, reports the first few.
void report(const Layer& layer, const std::vector<BrokenValue>& values, Diagnostics& diagnostics) {
  constexpr std::size_t kListed = 20;
  std::map<std::string_view, std::size_t> counts;
  for (const BrokenValue& value : values) {
    if (++counts[value.problem.what] > kListed) continue;
    diagnostics.report(kBrokenValue,
                       {.layer = layer.identifier(),
                        .path = value.path.text(),
                        .byteOffset = value.problem.byteOffset},
                       messageOf(value));
  }
  for (const auto& [what, count] : counts) {
    if (count <= kListed) continue;
    diagnostics.report(
        kBrokenValue, {.layer = layer.identifier()},
        fmt::format("{} more values are broken in the same way: {}.", count - kListed, what));
  }
}

// Checks the values of rows in order.
class Checker {
 public:
  explicit Checker(const CrateValues& values) : values_(values) {}

  template <typename PathOf>
  void check(PathOf&& pathOf, Token field, std::uint64_t stored, std::vector<BrokenValue>& broken) {
    // Equal words mean equal values, and most are flags and names.
    std::uint64_t& good = good_[(stored * 0x9E3779B97F4A7C15ull) >> (64 - kGoodBits)];
    if (good == stored || values_.findRepProblem(stored)) return;
    if (const auto problem = values_.findProblem(stored)) {
      broken.push_back({pathOf(), field, *problem});
    } else {
      good = stored;
    }
  }

 private:
  static constexpr int kGoodBits = 12;
  const CrateValues& values_;
  std::vector<std::uint64_t> good_ = std::vector<std::uint64_t>(std::size_t{1} << kGoodBits);
};

}  // namespace

void checkValues(const Layer& layer, Diagnostics& diagnostics) {
  const CrateValues* const values = crateValuesOf(layer);
  if (!values) return;
  constexpr std::size_t kPart = 4096;
  const std::size_t count = rowCount(layer);
  std::vector<std::vector<BrokenValue>> parts(count / kPart + 1);
  parallelFor(parts.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part) {
      Checker checker(*values);
      forRows(layer, part * kPart, std::min((part + 1) * kPart, count),
              [&](auto&& pathOf, std::uint32_t begin, std::uint32_t fieldCount) {
                const LayerTables& tables = layer.tables();
                for (std::uint32_t i = begin; i < begin + fieldCount; ++i) {
                  checker.check(pathOf, tables.fieldNames[i], tables.fieldValues[i], parts[part]);
                }
              });
    }
  });
  std::vector<BrokenValue> broken;
  for (const auto& part : parts) broken.insert(broken.end(), part.begin(), part.end());
  report(layer, broken, diagnostics);
}

void usdc::checkReps(const Layer& layer, Diagnostics& diagnostics) {
  const CrateValues* const values = crateValuesOf(layer);
  const LayerTables& tables = layer.tables();
  const auto isBroken = [&](std::uint64_t stored) {
    return values->findRepProblem(stored).has_value();
  };
  if (!values || std::ranges::none_of(tables.fieldValues, isBroken)) return;
  std::vector<BrokenValue> broken;
  forRows(layer, 0, rowCount(layer),
          [&](auto&& pathOf, std::uint32_t begin, std::uint32_t fieldCount) {
            for (std::uint32_t i = begin; i < begin + fieldCount; ++i) {
              const auto problem = values->findRepProblem(tables.fieldValues[i]);
              if (problem) broken.push_back({pathOf(), tables.fieldNames[i], *problem});
            }
          });
  report(layer, broken, diagnostics);
}

}  // namespace usdscope
