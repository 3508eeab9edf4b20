// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/resolve/VaryingAttributes.h"

#include <cassert>

#include "engine/base/Parallel.h"
#include "engine/stage/clips/ClipFiles.h"

namespace usdscope {
namespace {

constexpr std::size_t kBindGrain = 256;
// Values may be large arrays.
constexpr std::size_t kValueGrain = 4;

}  // namespace

VaryingAttributes::VaryingAttributes(std::span<const Attribute> attributes) {
  std::vector<AttributeQuery> queries(attributes.size());
  std::vector<char> isVarying(attributes.size());
  parallelFor(attributes.size(), kBindGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      queries[i] = attributes[i].query();
      isVarying[i] = queries[i].mightBeTimeVarying();
    }
  });
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (isVarying[i]) queries_.push_back(std::move(queries[i]));
  }
}

void VaryingAttributes::evaluate(TimeCode time, std::span<Value> values) const {
  assert(values.size() == size());
  parallelFor(size(), kValueGrain, [&](std::size_t first, std::size_t last) {
    ClipPins pins;
    for (std::size_t i = first; i < last; ++i) values[i] = queries_[i].value(time, &pins);
  });
}

}  // namespace usdscope
