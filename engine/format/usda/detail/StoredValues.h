// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/value/Value.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope::usda {

/// The values of a text layer. Small ones lie in the stored word itself, doubles in a table of
/// their own: most fields of a layer are flags, names and single numbers.
///
/// Filled by one thread, then immutable; any thread may decode.
class StoredValues final : public ValueDecoder {
 public:
  /// The stored word of a value.
  std::uint64_t add(Value value);
  Value decode(std::uint64_t stored) const override;
  /// Gives back what the tables have in reserve.
  void shrink();

 private:
  std::vector<Value> values_;
  std::vector<double> doubles_;
};

}  // namespace usdscope::usda
