// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/IesProfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>

namespace usdscope {
namespace {

constexpr double kHalfTurn = std::numbers::pi;
constexpr double kClose = 1e-3;  // Degrees.
// A file that ends a little beyond the horizon describes a hemisphere.
constexpr double kHemisphere = 96.0;

/// Reads numbers between spaces, commas and line ends.
class ProfileNumbers {
 public:
  explicit ProfileNumbers(std::string_view text) : rest_(text) {}

  std::optional<double> next() {
    const std::size_t first = rest_.find_first_not_of(kSpaces);
    if (first == std::string_view::npos) return std::nullopt;
    rest_.remove_prefix(first);
    if (rest_.front() == '+') rest_.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  bool skip(double count) {
    for (double i = 0.0; i < count; i += 1.0) {
      if (!next()) return false;
    }
    return true;
  }
  // The most numbers that the rest may hold.
  double most() const { return double(rest_.size() + 1) / 2.0; }

 private:
  static constexpr std::string_view kSpaces = " \t\r\n\f\v,";
  std::string_view rest_;
};

// The three types of photometry, as files number them.
enum class Photometry { C = 1, B = 2, A = 3 };

/// The contents of a file, with angles in degrees.
struct Measured {
  Photometry photometry = Photometry::C;
  std::vector<double> verticals;
  std::vector<double> horizontals;
  std::vector<double> candelas;  // One row of verticals for each of the horizontals.

  double value(std::size_t horizontal, std::size_t vertical) const {
    return candelas[horizontal * verticals.size() + vertical];
  }
};

struct Place {
  std::size_t below = 0;
  std::size_t above = 0;
  double share = 0.0;  // The weight of `above`.
};

// Finds an angle among others. Empty if it is outside of them.
std::optional<Place> placeOf(const std::vector<double>& angles, double angle) {
  if (angle < angles.front() - kClose || angle > angles.back() + kClose) return std::nullopt;
  const auto above =
      static_cast<std::size_t>(std::ranges::upper_bound(angles, angle) - angles.begin());
  if (above == 0) return Place{};
  if (above == angles.size()) return Place{above - 1, above - 1, 0.0};
  const double gap = angles[above] - angles[above - 1];
  return Place{above - 1, above, gap > 0.0 ? (angle - angles[above - 1]) / gap : 0.0};
}

double valueAt(const Measured& m, const std::optional<Place>& horizontal,
               const std::optional<Place>& vertical) {
  if (!horizontal || !vertical) return 0.0;
  const auto row = [&](std::size_t h) {
    return std::lerp(m.value(h, vertical->below), m.value(h, vertical->above), vertical->share);
  };
  return std::lerp(row(horizontal->below), row(horizontal->above), horizontal->share);
}

// The place of a horizontal angle from 0 to 360 degrees in a file of type C, whose planes may be
// symmetric. (LM-63-2002, annex.)
std::optional<Place> placeAround(const Measured& m, double angle) {
  const std::vector<double>& planes = m.horizontals;
  if (planes.size() == 1) return Place{};
  const double first = planes.front();
  const double last = planes.back();
  const auto isNear = [](double a, double b) { return std::abs(a - b) < kClose; };
  if (isNear(first, 0.0) && isNear(last, 90.0)) {
    angle = std::fmod(angle, 180.0);
    return placeOf(planes, std::min(angle, 180.0 - angle));
  }
  if (isNear(first, 0.0) && isNear(last, 180.0)) {
    return placeOf(planes, std::min(angle, 360.0 - angle));
  }
  if (isNear(first, 90.0) && isNear(last, 270.0)) {
    if (angle < 90.0) angle = 180.0 - angle;
    if (angle > 270.0) angle = 540.0 - angle;
    return placeOf(planes, angle);
  }
  if (angle < first) angle += 360.0;
  if (const auto place = placeOf(planes, angle)) return place;
  // Some files omit the last plane, which equals the first one.
  const double gap = first + 360.0 - last;
  return Place{planes.size() - 1, 0, std::clamp((angle - last) / gap, 0.0, 1.0)};
}

// The intensity in a direction, as IesProfile has it. Types A and B have their middle in the axis.
double intensityAt(const Measured& m, double fromAxis, double aroundAxis) {
  if (m.photometry == Photometry::C) {
    return valueAt(m, placeAround(m, aroundAxis), placeOf(m.verticals, fromAxis));
  }
  const double tilt = fromAxis * kHalfTurn / 180.0;
  const double turn = aroundAxis * kHalfTurn / 180.0;
  // The direction of emission, which is opposite to that towards the light.
  const double x = -std::sin(tilt) * std::cos(turn);
  const double y = -std::sin(tilt) * std::sin(turn);
  const double z = std::cos(tilt);
  const double across = std::hypot(m.photometry == Photometry::A ? x : y, z);
  double horizontal = m.photometry == Photometry::A ? std::atan2(x, z) : std::atan2(x, across);
  double vertical = m.photometry == Photometry::A ? std::atan2(y, across) : std::atan2(y, z);
  horizontal *= 180.0 / kHalfTurn;
  vertical *= 180.0 / kHalfTurn;
  // A half of the angles is enough for symmetric luminaires.
  if (m.horizontals.front() > -kClose) horizontal = std::abs(horizontal);
  if (m.verticals.front() > -kClose) vertical = std::abs(vertical);
  const auto around =
      m.horizontals.size() == 1 ? std::optional(Place{}) : placeOf(m.horizontals, horizontal);
  return valueAt(m, around, placeOf(m.verticals, vertical));
}

std::string readAngles(ProfileNumbers& numbers, std::size_t count, std::string_view kind,
                       std::vector<double>& angles) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> angle = numbers.next();
    if (!angle) return fmt::format("The {} angles are incomplete.", kind);
    if (!angles.empty() && *angle <= angles.back()) {
      return fmt::format("The {} angles do not ascend.", kind);
    }
    angles.push_back(*angle);
  }
  return {};
}

// Returns the text behind the line that says TILT=, and whether factors stand there.
std::optional<std::string_view> textBehindTilt(std::string_view text, bool& hasFactors) {
  constexpr std::string_view kTilt = "TILT=";
  std::size_t at = text.find(kTilt);
  while (at != std::string_view::npos && at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') {
    at = text.find(kTilt, at + 1);
  }
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(at + kTilt.size());
  const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
  hasFactors = rest.substr(0, end).starts_with("INCLUDE");
  return rest.substr(end);
}

// Returns a sentence that says what is wrong; empty if the text has been read.
std::string readMeasured(std::string_view text, Measured& m) {
  bool hasFactors = false;
  const auto rest = textBehindTilt(text, hasFactors);
  if (!rest) return "There is no line that begins with TILT=.";
  ProfileNumbers numbers(*rest);
  if (hasFactors) {
    // The geometry of the lamp, and pairs of angles and factors.
    numbers.skip(1.0);
    const double pairs = numbers.next().value_or(-1.0);
    if (pairs < 0.0 || 2.0 * pairs > numbers.most() || !numbers.skip(2.0 * pairs)) {
      return "The factors of tilt are incomplete.";
    }
  }
  constexpr std::size_t kHeaderSize = 13;
  double header[kHeaderSize];
  for (double& value : header) {
    const std::optional<double> read = numbers.next();
    if (!read) return "The numbers before the angles are incomplete.";
    value = *read;
  }
  const double multiplier = header[2] * header[10] * header[11];
  const double verticals = header[3];
  const double horizontals = header[4];
  if (!(verticals >= 1.0) || !(horizontals >= 1.0) || verticals * horizontals > numbers.most()) {
    return "The numbers of angles do not fit the file.";
  }
  if (header[5] != 1.0 && header[5] != 2.0 && header[5] != 3.0) {
    return "The photometric type is neither 1, 2 nor 3.";
  }
  m.photometry = static_cast<Photometry>(int(header[5]));
  for (const auto& [count, kind, angles] : {std::tuple{verticals, "vertical", &m.verticals},
                                            {horizontals, "horizontal", &m.horizontals}}) {
    if (std::string problem = readAngles(numbers, std::size_t(count), kind, *angles);
        !problem.empty()) {
      return problem;
    }
  }
  const std::size_t count = m.verticals.size() * m.horizontals.size();
  m.candelas.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<double> value = numbers.next();
    if (!value) return "The intensities are incomplete.";
    const double candelas = std::max(*value * multiplier, 0.0);
    if (!(candelas <= double(std::numeric_limits<float>::max()))) {
      return "An intensity is not finite.";
    }
    m.candelas.push_back(candelas);
  }
  return {};
}

float meanOver(const IesProfile& profile, bool isHemisphere) {
  const double step = kHalfTurn / (IesProfile::kRows - 1);
  double sum = 0.0;
  for (int row = 0; row < IesProfile::kRows; ++row) {
    double around = 0.0;
    for (int column = 0; column < IesProfile::kColumns; ++column) {
      around += profile.candelas[std::size_t(row * IesProfile::kColumns + column)];
    }
    // The rows at the poles cover half as much.
    const bool isPole = row == 0 || row == IesProfile::kRows - 1;
    const double area =
        isPole ? 1.0 - std::cos(step / 2.0) : 2.0 * std::sin(row * step) * std::sin(step / 2.0);
    sum += around / IesProfile::kColumns * area;
  }
  return float(sum / (isHemisphere ? 1.0 : 2.0));
}

}  // namespace

float IesProfile::at(float fromAxis, float aroundAxis, float angleScale) const {
  constexpr auto kPi = float(kHalfTurn);
  if (angleScale > 0.0f) fromAxis /= angleScale;
  if (angleScale < 0.0f) fromAxis = kPi - (kPi - fromAxis) / -angleScale;
  if (!(fromAxis >= 0.0f && fromAxis <= kPi)) return 0.0f;
  const float y = fromAxis / kPi * float(kRows - 1);
  const float turns = aroundAxis / (2.0f * kPi);
  const float x = (turns - std::floor(turns)) * float(kColumns);
  const auto row = std::min(int(y), kRows - 2);
  const auto column = std::min(int(x), kColumns - 1);
  const auto pixel = [&](int r, int c) {
    return candelas[std::size_t(r * kColumns + c % kColumns)];
  };
  const float share = x - float(column);
  return std::lerp(std::lerp(pixel(row, column), pixel(row, column + 1), share),
                   std::lerp(pixel(row + 1, column), pixel(row + 1, column + 1), share),
                   y - float(row));
}

IesResult readIesProfile(std::string_view text) {
  if (text.size() > kMostIesBytes) return {nullptr, "The file is too large for a profile."};
  Measured measured;
  if (std::string problem = readMeasured(text, measured); !problem.empty()) {
    return {nullptr, std::move(problem)};
  }
  auto profile = std::make_shared<IesProfile>();
  profile->candelas.reserve(std::size_t(IesProfile::kRows * IesProfile::kColumns));
  for (int row = 0; row < IesProfile::kRows; ++row) {
    const double fromAxis = 180.0 * row / (IesProfile::kRows - 1);
    for (int column = 0; column < IesProfile::kColumns; ++column) {
      const double aroundAxis = 360.0 * column / IesProfile::kColumns;
      profile->candelas.push_back(float(intensityAt(measured, fromAxis, aroundAxis)));
    }
  }
  const bool isHemisphere = measured.verticals.back() - measured.verticals.front() < kHemisphere;
  profile->power = meanOver(*profile, isHemisphere);
  if (!(profile->power > 0.0f)) return {nullptr, "The luminaire is dark."};
  return {std::move(profile), {}};
}

}  // namespace usdscope
