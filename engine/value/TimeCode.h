// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <limits>

namespace usdscope {

/// A time at which a stage resolves a value: a number of time codes, the left limit at one, or the
/// default time, at which only defaults apply. (AOUSD core specification 12;
/// UsdTimeCode.)
class TimeCode {
 public:
  /// The default time.
  constexpr TimeCode() = default;
  /// A numeric time. NaN makes the default time.
  constexpr TimeCode(double time)
      : time_(isNumber(time) ? time : 0.0), kind_(isNumber(time) ? Kind::At : Kind::Default) {}
  static constexpr TimeCode defaultTime() { return {}; }
  /// The left limit at `time`.
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
  /// The number of time codes. Requires: isNumeric().
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
