// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/stage/resolve/ResolveInfo.h"
#include "engine/value/Value.h"

namespace usdscope {

class Attribute;
class ClipPins;

/// Resolves the values of one attribute at many times. Everything that does not depend on time (the
/// winning opinion, its time offset, its samples) is found once: for numeric times when the query
/// is made, for the default time when it is first needed.
///
/// Immutable and thread-safe. Valid while the stage lives.
class AttributeQuery {
 public:
  AttributeQuery() = default;
  explicit AttributeQuery(const Attribute& attribute);

  /// `pins` keeps clips open for the next query of the same time.
  Value value(TimeCode time, ClipPins* pins = nullptr) const;
  ValueSource source(TimeCode time) const;
  ResolveInfo resolveInfo(TimeCode time) const;
  bool mightBeTimeVarying() const;
  /// Sample times on the stage, ascending; descending where time runs backwards in the layer.
  std::vector<double> timeSamples() const;

 private:
  struct Bound;
  std::shared_ptr<const Bound> bound_;
};

}  // namespace usdscope
