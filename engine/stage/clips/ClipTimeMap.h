// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/math/Types.h"

namespace usdscope {

/// The map from set time to clip time. It is linear between knots, and constant before the first
/// and after the last knot. Without knots it is the identity.
///
/// Two knots at one set time are a jump from the clip time of the first to that of the second.
/// Several set times may map to one clip time. Immutable.
class ClipTimeMap {
 public:
  /// The left side of a jump is a knot this far before its set time: about 4.4e-9. OpenUSD uses
  /// this step for jumps in clip times (UsdTimeCode::SafeStep): the epsilon of double, times 1e6
  /// for the largest time, times 10 for the strongest compression of time, times 2 for safety.
  static constexpr double kJumpStep = 2.220446049250313e-16 * 1e6 * 10.0 * 2.0;

  struct Knot {
    double set = 0.0;
    double clip = 0.0;
    bool isBeforeJump = false;  ///< The left side of a jump.
  };

  /// The part of the map between the knot of the same number and the next one. A jump is a segment,
  /// too, of length kJumpStep.
  using Segment = std::size_t;

  /// A set time with its clip time. On a jump, clip time differs between its left and its right
  /// side.
  struct Place {
    double setTime = 0.0;
    double clipTime = 0.0;
    Segment segment = 0;  ///< Unused if the map is the identity.
    /// The place was made by placeBefore(): the request is for times just before `setTime`.
    bool isFromLeft = false;
    bool isBeforeJump = false;  ///< The left side of a jump. Implies isFromLeft.
  };

  ClipTimeMap() = default;
  /// `times` are pairs of set time and clip time, as authored. Equal set times keep their order.
  explicit ClipTimeMap(std::span<const glm::dvec2> times);

  bool isIdentity() const { return knots_.empty(); }
  /// Ascending in set time. The first and the last knot occur twice, so that each time before the
  /// first and after the last knot is in a segment, too.
  std::span<const Knot> knots() const { return knots_; }
  std::size_t segmentCount() const { return isIdentity() ? 0 : knots_.size() - 1; }

  double clipFromSet(double setTime) const { return placeOf(setTime).clipTime; }
  /// Returns the place of a set time; on a jump, its right side.
  Place placeOf(double setTime) const;
  /// Returns the place for times just before a set time (pre-times); on a jump, its left side. As
  /// in OpenUSD, a jump at which the map ends has no left side: the clip time is that after the
  /// jump. Callers must not compute a time just before a set time themselves.
  Place placeBefore(double setTime) const;
  /// Whether the curve of a spline must be read as the left limit at the clip time of this place.
  /// If clip time runs backwards, this is so at the place itself and not before it. As in OpenUSD,
  /// the segment after a knot of the map decides about the knot and the times before it, except at
  /// a jump. The result is false for times before the first knot and after the last knot.
  bool isLeftLimit(const Place& place) const;
  /// Whether the map ends with a jump at this set time.
  bool endsInJumpAt(double setTime) const;

  /// Returns the segment of a set time. The knot at its right end belongs to the segment. Requires:
  /// the map is not the identity.
  Segment segmentAt(double setTime) const;
  /// Returns the segment that applies at a place; never a jump. Between two segments, the segment
  /// after the place applies, or for a place from the left the segment before it. Before the first
  /// and after the last knot, returns the first or the last segment, which are constant. Requires:
  /// the map is not the identity.
  Segment segmentAt(const Place& place) const;
  /// Maps clip time to set time within a segment; to its left end if clip time is constant. Empty
  /// when `clipTime` is out of range, and for a jump.
  std::optional<double> setFromClip(double clipTime, Segment segment) const;
  /// Maps a time code that is the value of an attribute in a clip to set time. Uses the segment of
  /// the place at which the value is read. On a knot, the segment to its left applies; on the right
  /// side of a jump, the segment after the jump. Outside of the knots, the nearest segment inside
  /// them is extended.
  double timeCodeFromClip(double clipTimeCode, const Place& place) const;
  /// Returns the map from clip time to set time of a segment; its scale is 1 if clip time is
  /// constant. Requires: the map is not the identity.
  LayerOffset setFromClip(Segment segment) const;
  /// Returns the set time of the right end of a segment; the authored time if a jump follows.
  double setTimeAtEnd(Segment segment) const { return rightEnd(segment).set; }
  /// Whether clip time is constant in a segment. Requires: the map is not the identity.
  bool isFlat(Segment segment) const { return knots_[segment].clip == knots_[segment + 1].clip; }
  /// Whether a segment is the gap between the two sides of a jump. Requires: the map is not the
  /// identity.
  bool isJump(Segment segment) const { return knots_[segment].isBeforeJump; }

 private:
  /// Returns the right end of a segment. If a jump follows, its set time is the authored time of
  /// the jump.
  Knot rightEnd(Segment segment) const;

  std::vector<Knot> knots_;
};

}  // namespace usdscope
