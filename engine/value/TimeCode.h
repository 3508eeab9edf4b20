// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <limits>

namespace usdscope {

/// A time at which a stage is asked for a value: a number of time codes, the limit of values just
/// before one, or the default time, at which only defaults count. (AOUSD core specification 12;
/// UsdTimeCode.)
class TimeCode {
 public:
  /// The default time.
  constexpr TimeCode() = default;
  /// Numbers are times; NaN, which is none, stands for the default time.
  constexpr TimeCode(double time)
      : time_(isNumber(time) ? time : 0.0), kind_(isNumber(time) ? Kind::At : Kind::Default) {}
  static constexpr TimeCode defaultTime() { return {}; }
  /// The limit as time comes up to `time` from below.
  static constexpr TimeCode preTime(double time) {
    TimeCode code(time);
    if (code.isNumeric()) code.kind_ = Kind::Before;
    return code;
  }
  /// Earlier than every sample.
  static constexpr TimeCode earliest() { return {std::numeric_limits<double>::lowest()}; }

  constexpr bool isDefault() const { return kind_ == Kind::Default; }
  constexpr bool isNumeric() const { return !isDefault(); }
  constexpr bool isPreTime() const { return kind_ == Kind::Before; }
  constexpr bool isEarliest() const {
    return isNumeric() && time_ == std::numeric_limits<double>::lowest();
  }
  /// The number of time codes; only of numeric times.
  constexpr double time() const {
    assert(isNumeric());
    return time_;
  }

  bool operator==(const TimeCode&) const = default;

 private:
  enum class Kind : unsigned char { Default, At, Before };
  static constexpr bool isNumber(double time) { return time == time; }

  double time_ = 0.0;
  Kind kind_ = Kind::Default;
};

}  // namespace usdscope
