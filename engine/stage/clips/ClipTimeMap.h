// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/math/Types.h"

namespace usdscope {

/// The map from the time of a clip set to the time inside its clips: linear between knots, constant
/// outside of them, the identity without knots.
///
/// Two knots at one set time are a jump: the map comes up to the first and goes on from the
/// second. Many set times may have one clip time. Immutable.
class ClipTimeMap {
 public:
  /// How far before the set time of a jump its left side stands as a time of its own.
  static constexpr double kJumpStep = 2.220446049250313e-16 * 1e6 * 10.0 * 2.0;

  struct Knot {
    double set = 0.0;
    double clip = 0.0;
    bool isBeforeJump = false;  ///< Stands kJumpStep before the knot that follows it.
  };

  /// The part of the map between the knot with its number and the next one.
  using Segment = std::size_t;

  /// Where a time of the set lies, as seen from one side of it.
  struct Place {
    double setTime = 0.0;
    double clipTime = 0.0;
    Segment segment = 0;        ///< Unused where the map is the identity.
    bool isFromLeft = false;    ///< Times come up to this place; see placeBefore().
    bool isBeforeJump = false;  ///< The left side of a jump. Implies isFromLeft.
  };

  ClipTimeMap() = default;
  /// `times` as authored: set time and clip time; equal set times keep their order.
  explicit ClipTimeMap(std::span<const glm::dvec2> times);

  bool isIdentity() const { return knots_.empty(); }
  /// Ascending in set time. The first and the last stand there twice, so that all times before
  /// and after them lie in a segment too.
  std::span<const Knot> knots() const { return knots_; }
  std::size_t segmentCount() const { return isIdentity() ? 0 : knots_.size() - 1; }

  double clipFromSet(double setTime) const { return placeOf(setTime).clipTime; }
  /// The place of a set time itself: on a jump its right side.
  Place placeOf(double setTime) const;
  /// The place that times reach when they come up to a set time: on a jump its left side. All
  /// limits from the left (pre-times) are decided here.
  Place placeBefore(double setTime) const;
  /// Whether clip time moves while set time comes up to a place. Where it stands still, nothing
  /// comes up to the place. False for places that are not from the left.
  bool isLimit(const Place& place) const;
  /// Whether the last thing in the map is a jump at this set time.
  bool endsInJumpAt(double setTime) const;

  /// The segment that a set time lies in, knots at its right end included.
  Segment segmentAt(double setTime) const;
  /// The segment that a place plays in. Where two segments meet, it is the one that goes on from
  /// the place, or for a place from the left the one that leads to it; never a jump. Outside of the
  /// map it is one of the doubled ends.
  Segment segmentInForce(const Place& place) const;
  /// The segment's set time for a clip time in its range; its left end where the clip time
  /// stands still. Empty out of range, and in a jump.
  std::optional<double> setFromClip(double clipTime, Segment segment) const;
  /// The set time of a time code that is a value in a clip, read at a place. It is mapped by the
  /// segment that the place lies in; on a knot by the one to its left.
  double timeCodeFromClip(double clipTimeCode, const Place& place) const;
  /// A segment as a map of set time from clip time; where clip time stands still, with scale 1.
  LayerOffset setFromClip(Segment segment) const;
  /// Where a segment ends: on a jump at its authored time and not before it.
  double setTimeAtEnd(Segment segment) const { return rightEnd(segment).set; }
  /// True where clip time stands still.
  bool isFlat(Segment segment) const { return knots_[segment].clip == knots_[segment + 1].clip; }

 private:
  /// The right end of a segment, at the authored time of a jump and not before it.
  Knot rightEnd(Segment segment) const;

  std::vector<Knot> knots_;
};

}  // namespace usdscope
