// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/AttributeQuery.h"

namespace usdscope {

/// Attributes whose values may vary, bound once to be read together, frame after frame.
///
/// Immutable; any thread may ask. Good as long as the stage lives.
class VaryingAttributes {
 public:
  VaryingAttributes() = default;
  /// Those of `attributes` that may vary, in their order. Works on several threads.
  explicit VaryingAttributes(std::span<const Attribute> attributes);

  std::size_t size() const { return queries_.size(); }
  const AttributeQuery& operator[](std::size_t index) const { return queries_[index]; }

  /// Puts all values at a time into `values`, which has size() elements: those that the queries
  /// give one by one. Works on several threads.
  void evaluate(TimeCode time, std::span<Value> values) const;

 private:
  std::vector<AttributeQuery> queries_;
};

}  // namespace usdscope
