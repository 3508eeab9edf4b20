// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/Property.h"

namespace usdscope {

class ClipSet;

/// Visits the attributes of a prim and its descendants that may have authored values: those with
/// specs and, below value clips, those of the schema. Prims of a prototype are visited once, under
/// their first instance. Inactive, unloaded, undefined and abstract prims are skipped. Ends early
/// when stopped.
void visitValuedAttributes(const Prim& root, const std::stop_token& stop,
                           const std::function<void(const Attribute&)>& visit);

/// The interval of stage time and the limits of visitVariation(). Requires: `from` is not after
/// `to`.
struct VariationRequest {
  double from = 0.0;
  double to = 0.0;
  /// The number of clips that may be opened in addition to those in memory.
  std::size_t clipBudget = std::numeric_limits<std::size_t>::max();
};

/// Whether a value changes in an interval.
enum class Variation : std::uint8_t {
  Constant,
  MayVary,  ///< There are several samples or a spline. Their values may nevertheless be equal.
  Unknown,  ///< Clips would have to be opened, but the budget is used up.
};

/// A part of an interval in which one opinion gives the value. Times are stage times.
struct SourceSpan {
  double from = 0.0;
  double to = 0.0;
  ValueSource source = ValueSource::None;
  bool isBlocked = false;  ///< A block ended the search for a value.
  /// The layer or clip; the manifest for a clip without the attribute. Null for a fallback, without
  /// a value, and for clips that the budget does not allow to open.
  std::shared_ptr<const Layer> layer;
  Path specPath;                         ///< Empty if there is no layer.
  std::size_t clip = 0;                  ///< For clips: an index into ClipSet::clips().
  std::string clipAsset;                 ///< For clips: the asset path of the clip as authored.
  std::shared_ptr<const ClipSet> clips;  ///< Null unless the source is a clip set.
};

/// The variation of one attribute in an interval.
struct AttributeVariation {
  Attribute attribute;
  Variation variation = Variation::Constant;
  ValueSource source = ValueSource::None;  ///< The source at numeric times.
  /// The times of samples, knots and starts of clips in the interval, ascending. Empty if Unknown.
  std::vector<double> times;
  /// In order, without gaps. Empty if not even the manifest of the clips can be read within the
  /// budget.
  std::vector<SourceSpan> spans;
};

/// The end of a visit.
struct VariationSummary {
  std::size_t openedClips = 0;   ///< Number of clips that were charged to the budget.
  std::size_t unknownCount = 0;  ///< Number of attributes whose variation is Unknown.
  bool isComplete = true;        ///< False if the visit was stopped.
};

/// Finds the variation of all attributes that visitValuedAttributes() visits. Reads no values, so
/// that it is fast, and opens clips only within the budget. May run on any thread while others read
/// the stage; `visit` is called on the calling thread.
///
/// A generated manifest needs all clips of its set. A clip that was evicted from memory may be
/// read again without being charged twice.
VariationSummary visitVariation(const Prim& root, const VariationRequest& request,
                                const std::stop_token& stop,
                                const std::function<void(AttributeVariation&&)>& visit);

}  // namespace usdscope
