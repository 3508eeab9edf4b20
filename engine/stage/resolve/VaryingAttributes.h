// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/AttributeQuery.h"

namespace usdscope {

/// Attributes whose values may vary, bound once to be read together, frame after frame.
///
/// Immutable and thread-safe. Valid while the stage lives.
class VaryingAttributes {
 public:
  VaryingAttributes() = default;
  /// Keeps the attributes that may vary, in their order. Works on several threads.
  explicit VaryingAttributes(std::span<const Attribute> attributes);

  std::size_t size() const { return queries_.size(); }
  const AttributeQuery& operator[](std::size_t index) const { return queries_[index]; }

  /// Writes the value of each query at a time into `values`. Works on several threads.
  /// Requires: `values` has size() elements.
  void evaluate(TimeCode time, std::span<Value> values) const;

 private:
  std::vector<AttributeQuery> queries_;
};

}  // namespace usdscope
