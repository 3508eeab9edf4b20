// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/stage/Property.h"

namespace usdscope {

/// The subject of a finding.
enum class MotionKind : std::uint8_t {
  Change,  ///< The value differs between two times.
  Pop,     ///< A step between two frames that is much larger than the steps around it, or a
           ///< visibility or topology that is back after a frame or two.
  Frozen,  ///< Animation that has no effect, or does not move, or no longer.
  Seam,    ///< Two clips, or two parts of one, that do not match where they meet.
};

/// Why a value changes, jumps or stands still.
enum class MotionReason : std::uint8_t {
  OtherClip,      ///< Another clip gives the value.
  ClipTime,       ///< The times of the clip set jump within one clip.
  Block,          ///< There is a value on one side only: a block, or a gap of a spline.
  HeldSample,     ///< The value is held from another sample.
  Samples,        ///< The value is interpolated between samples, which differ.
  Spline,         ///< The value follows a spline.
  ElementCount,   ///< The arrays have different lengths, so that nothing moves between them.
  Position,       ///< For seams: the values do not continue each other.
  Speed,          ///< For seams: the values meet, but at different speeds.
  StrongerValue,  ///< For frozen attributes: a stronger opinion without animation hides samples.
  EqualSamples,   ///< For frozen attributes: all samples have the same value.
  Stops,          ///< For frozen attributes: the last samples have the same value.
  NotFinite,      ///< For pops: the value has a number that is not finite.
};

std::string_view nameOf(MotionKind kind);      ///< "pop"
std::string_view nameOf(MotionReason reason);  ///< "otherClip"

/// The source of a value at a time: a layer, or a clip and the time in it.
struct MotionSource {
  ValueSource source = ValueSource::None;
  std::shared_ptr<const Layer> layer;  ///< Null without an authored value.
  Path specPath;
  bool isClip = false;
  /// If the clip that plays has no value, so that `layer` is the manifest: the file of the clip.
  std::string clipWithoutValue;
  double fileTime = 0.0;  ///< The time in the file; 0 if the value does not depend on time.
};

/// One finding about the motion of an attribute. Times are stage times.
struct MotionFinding {
  MotionKind kind = MotionKind::Change;
  MotionReason reason = MotionReason::Samples;
  Attribute attribute;
  /// The interval that the finding is about: two frames for a pop, the frames around a seam, the
  /// equal samples for an attribute that stops, the whole interval for the others.
  double from = 0.0;
  double to = 0.0;
  /// The time of the jump or seam. For a change, the first jump.
  double time = 0.0;
  /// For a change: whether the value jumps. Otherwise it changes gradually. True for pops, and for
  /// seams that do not match in position.
  bool isJump = false;
  std::size_t jumpCount = 0;  ///< For a change: the number of jumps between the two times.
  /// The size of the step, in units of the attribute, over all components of the element that moves
  /// most. For a seam, the deviation from an even motion, or the difference of the speeds.
  double step = 0.0;
  double usualStep = 0.0;   ///< The size of the steps around it.
  double frameCount = 0.0;  ///< For a pop of a value that is back, the frames until then.
  /// For arrays of different lengths, the lengths. For a frozen attribute, `lowerCount` is the
  /// number of samples without effect, or of equal samples.
  std::size_t lowerCount = 0;
  std::size_t upperCount = 0;
  MotionSource before;  ///< The source before the jump; for a frozen attribute, the winner.
  MotionSource after;   ///< The source after the jump; for a hidden one, the source that is hidden.
};

}  // namespace usdscope
