// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "engine/stage/Property.h"
#include "engine/stage/resolve/ResolveInfo.h"

namespace usdscope {

/// A stretch of stage time in which one layer, one clip or a fallback supplies the value of an
/// attribute, or nothing does.
struct ProvenanceStretch {
  double from = 0.0;
  double to = 0.0;
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block is the reason for the source.
  /// The authored path of the clip, or the name of the layer; empty for None and Fallback.
  std::string supplier;

  bool isSuppliedAs(const ProvenanceStretch& other) const {
    return source == other.source && isBlocked == other.isBlocked && supplier == other.supplier;
  }
};

/// Visits the stretches between two stage times in order. Each begins at the end of the one before
/// it and has another supplier. Opens the clips that play in the range, one after the other. Ends
/// early when stopped. Requires: `from` is not after `to`.
void visitProvenance(const Attribute& attribute, double from, double to,
                     const std::function<void(const ProvenanceStretch&)>& visit,
                     const std::stop_token& stop = {});

}  // namespace usdscope
