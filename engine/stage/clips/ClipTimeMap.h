// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/math/Types.h"

namespace usdscope {

/// The map from set time to clip time: linear between knots, constant outside of them, the identity
/// without knots.
///
/// Two knots at one set time are a jump from the clip time of the first to that of the second.
/// Several set times may map to one clip time. Immutable.
class ClipTimeMap {
 public:
  /// The left side of a jump is a knot this far before its set time.
  static constexpr double kJumpStep = 2.220446049250313e-16 * 1e6 * 10.0 * 2.0;

  struct Knot {
    double set = 0.0;
    double clip = 0.0;
    bool isBeforeJump = false;  ///< The left side of a jump.
  };

  /// The part of the map between the knot of the same number and the next one.
  using Segment = std::size_t;

  /// A set time with its clip time, from the left or from the right.
  struct Place {
    double setTime = 0.0;
    double clipTime = 0.0;
    Segment segment = 0;        ///< Unused if the map is the identity.
    bool isFromLeft = false;    ///< The limit from the left; see placeBefore().
    bool isBeforeJump = false;  ///< The left side of a jump. Implies isFromLeft.
  };

  ClipTimeMap() = default;
  /// `times` are pairs of set time and clip time, as authored. Equal set times keep their order.
  explicit ClipTimeMap(std::span<const glm::dvec2> times);

  bool isIdentity() const { return knots_.empty(); }
  /// Ascending in set time. The first and the last knot are doubled, so that all times before and
  /// after them are in a segment too.
  std::span<const Knot> knots() const { return knots_; }
  std::size_t segmentCount() const { return isIdentity() ? 0 : knots_.size() - 1; }

  double clipFromSet(double setTime) const { return placeOf(setTime).clipTime; }
  /// Returns the place of a set time; on a jump its right side.
  Place placeOf(double setTime) const;
  /// Returns the place of the limit from the left at a set time; on a jump its left side. All
  /// limits from the left (pre-times) are decided here.
  Place placeBefore(double setTime) const;
  /// Whether clip time changes directly before a place. If it is constant there is no limit from
  /// the left. False for places that are not from the left.
  bool isLeftLimit(const Place& place) const;
  /// Whether the map ends with a jump at this set time.
  bool endsInJumpAt(double setTime) const;

  /// Returns the segment of a set time. The knot at its right end belongs to the segment.
  Segment segmentAt(double setTime) const;
  /// Returns the segment in which a place plays, which is never a jump. Between two segments it is
  /// the one after the place, or for a place from the left the one before it. Outside of the map it
  /// is one of the doubled ends.
  Segment segmentAt(const Place& place) const;
  /// Returns the segment's set time of a clip time; its left end if the clip time is constant.
  /// Empty when out of range, and in a jump.
  std::optional<double> setFromClip(double clipTime, Segment segment) const;
  /// Maps a time code that is a value in a clip to set time, by the segment of the place where it
  /// is read; on a knot by the segment to its left.
  double timeCodeFromClip(double clipTimeCode, const Place& place) const;
  /// Returns a segment as a map from clip time to set time; with scale 1 if clip time is constant.
  LayerOffset setFromClip(Segment segment) const;
  /// Returns the set time of the right end of a segment; for a jump the authored time.
  double setTimeAtEnd(Segment segment) const { return rightEnd(segment).set; }
  /// Whether clip time is constant.
  bool isFlat(Segment segment) const { return knots_[segment].clip == knots_[segment + 1].clip; }

 private:
  /// The right end of a segment; for a jump at its authored time.
  Knot rightEnd(Segment segment) const;

  std::vector<Knot> knots_;
};

}  // namespace usdscope
