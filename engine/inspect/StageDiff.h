// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/inspect/MotionFinding.h"
#include "engine/value/TimeCode.h"
#include "engine/value/Value.h"

namespace usdscope {

/// A time of the first side and the time of the second side that is compared with it.
struct ComparedTimes {
  TimeCode first;
  TimeCode second;
  bool operator==(const ComparedTimes&) const = default;
};

/// The times to compare, and the limits of diffStages().
struct StageDiffRequest {
  std::vector<ComparedTimes> times;
  /// Values that areClose() up to this tolerance do not differ.
  double tolerance = 0.0;
  /// The number of clips that may be opened on each side in addition to those in memory. Attributes
  /// that need more are not compared.
  std::size_t clipBudget = std::numeric_limits<std::size_t>::max();
};

/// A run of compared times, without a gap, at which a value differs and comes from the same layer
/// or clip on each side.
struct DifferenceInterval {
  std::size_t firstIndex = 0;  ///< Index of the first time in StageDiffRequest::times.
  std::size_t count = 0;       ///< Number of times.
  ComparedTimes from;
  ComparedTimes to;
  /// The largest difference in the interval, in units of the attribute, over all components of the
  /// element that differs most. 0 for values without numbers, and for arrays of different lengths.
  double step = 0.0;
  Value firstValue;  ///< The value at `from`; empty if there is none.
  Value secondValue;
  MotionSource first;  ///< The source at `from`.
  MotionSource second;
};

/// The subject of a difference between two stages.
enum class StageDifferenceKind : std::uint8_t {
  OnlyInFirst,   ///< A prim that the second side does not have. Its descendants are not listed.
  OnlyInSecond,  ///< A prim that the first side does not have.
  Type,          ///< The type of a prim.
  Targets,       ///< The targets of a relationship or the connections of an attribute.
  Value,         ///< The value of an attribute.
};

std::string_view nameOf(StageDifferenceKind kind);  ///< "onlyInFirst"

/// One difference between two stages.
struct StageDifference {
  StageDifferenceKind kind = StageDifferenceKind::Value;
  Path path;  ///< The path of the prim or property.
  /// The intervals in which a value differs, in order; empty for the other kinds.
  std::vector<DifferenceInterval> intervals;
  /// For all kinds but Value: the text, and the layer with the strongest opinion. The text of a
  /// prim that is on one side only is its type.
  std::string firstText;
  std::string secondText;
  MotionSource first;
  MotionSource second;
};

struct StageDiff {
  std::vector<StageDifference> differences;  ///< In the order of the first side, then the second.
  std::size_t primCount = 0;                 ///< Number of prims that both sides have.
  std::size_t attributeCount = 0;            ///< Number of attributes that were compared.
  std::vector<Path> tooManyClips;  ///< Attributes that the budget does not allow to compare.
  bool isComplete = true;          ///< False if the comparison was stopped.
};

/// Compares the composed values of two prims and their descendants, which may be prims of two
/// stages, or the same prim at two times. Skips inactive, unloaded, undefined and abstract prims.
/// Two prims of prototypes are compared once.
///
/// Asset paths are compared as they are written, and by whether the file was found. Works on
/// several threads, and can run in the background: it stops soon after `stop` is requested. Valid
/// while both stages live. Requires: neither prim is empty.
StageDiff diffStages(const Prim& first, const Prim& second, const StageDiffRequest& request,
                     const std::stop_token& stop);

}  // namespace usdscope
