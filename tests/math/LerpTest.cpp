// SPDX-License-Identifier: Apache-2.0
#include "engine/math/Lerp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/support/TestAssets.h"

namespace usdscope {
namespace {

using Numbers = std::vector<double>;

Half half(double x) { return Half(static_cast<float>(x)); }

// Interpolates values of a type; components are in the order of the cases, a real part first.
Numbers interpolated(const std::string& type, double t, const Numbers& a, const Numbers& b) {
  const auto f = [](double x) { return static_cast<float>(x); };
  if (type == "double") return {lerp(t, a[0], b[0])};
  if (type == "float") return {double(lerp(t, f(a[0]), f(b[0])))};
  if (type == "half") return {double(lerp(t, half(a[0]), half(b[0])))};
  if (type == "double3") {
    const glm::dvec3 v = lerp(t, glm::dvec3(a[0], a[1], a[2]), glm::dvec3(b[0], b[1], b[2]));
    return {v.x, v.y, v.z};
  }
  if (type == "float3") {
    const glm::vec3 v = lerp(t, glm::vec3(a[0], a[1], a[2]), glm::vec3(b[0], b[1], b[2]));
    return {v.x, v.y, v.z};
  }
  if (type == "half3") {
    const HalfVec3 v = lerp(t, HalfVec3{half(a[0]), half(a[1]), half(a[2])},
                            HalfVec3{half(b[0]), half(b[1]), half(b[2])});
    return {v[0], v[1], v[2]};
  }
  if (type == "quatd") {
    const glm::dquat q =
        slerp(t, glm::dquat(a[0], a[1], a[2], a[3]), glm::dquat(b[0], b[1], b[2], b[3]));
    return {q.w, q.x, q.y, q.z};
  }
  if (type == "quatf") {
    const glm::quat q = slerp(t, glm::quat(f(a[0]), f(a[1]), f(a[2]), f(a[3])),
                              glm::quat(f(b[0]), f(b[1]), f(b[2]), f(b[3])));
    return {q.w, q.x, q.y, q.z};
  }
  if (type == "quath") {
    const auto make = [](const Numbers& n) {
      return HalfQuat{{half(n[1]), half(n[2]), half(n[3]), half(n[0])}};
    };
    const HalfQuat q = slerp(t, make(a), make(b));
    return {q.ijkr[3], q.ijkr[0], q.ijkr[1], q.ijkr[2]};
  }
  return {};
}

}  // namespace

// The cases are from tests/oracle/make_core_cases.py. Halfs must agree to the last bit; floats and
// doubles may differ by the error of a library's sine.
TEST(Lerp, AgreesWithTheReference) {
  std::ifstream file(testAssetsPath() / "core/interpolation.json");
  const auto cases = nlohmann::json::parse(file, nullptr, false);
  ASSERT_TRUE(cases.is_array() && cases.size() > 100);
  for (const auto& c : cases) {
    const auto type = c["type"].get<std::string>();
    const auto expected = c["result"].get<Numbers>();
    const Numbers ours =
        interpolated(type, c["t"].get<double>(), c["a"].get<Numbers>(), c["b"].get<Numbers>());
    ASSERT_EQ(ours.size(), expected.size()) << type;
    const double tolerance = type.starts_with("quatf") ? 2e-7 : type == "quatd" ? 1e-15 : 0.0;
    for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], expected[i], tolerance) << c;
  }
}

TEST(Lerp, ManyAreAsOneByOne) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  const auto number = [&] { return uniform(random); };
  std::vector<glm::quat> a;
  std::vector<glm::quat> b;
  std::vector<Half> x;
  std::vector<Half> y;
  const float odd[] = {0.0f, -0.0f, 1e-8f, 65504.0f, 1e9f, -6e-8f, NAN, INFINITY};
  for (int i = 0; i < 1003; ++i) {
    a.push_back(glm::normalize(glm::quat(number(), number(), number(), number())));
    // Near, equal, negated, opposite, not of unit length, and arbitrary.
    const glm::quat near(a[i].w + 1e-3f * number(), a[i].x, a[i].y, a[i].z);
    const glm::quat others[] = {near, a[i], -a[i], -near, near * 3.0f, glm::quat(NAN, 0, 0, 1)};
    b.push_back(i % 9 < 6 ? others[i % 9] : glm::quat(number(), number(), number(), number()));
    x.emplace_back(i % 5 == 0 ? odd[i / 5 % 8] : number() * 100.0f);
    y.emplace_back(i % 7 == 0 ? odd[i / 7 % 8] : number() * 0.01f);
  }
  for (const double t : {0.0, 0.25, 1.0 / 3.0, 0.5, 0.875, 1.0, 1.5, -0.25}) {
    std::vector<glm::quat> turned(a.size());
    slerpEach(t, a, b, turned);
    std::vector<Half> mixed(x.size());
    lerpComponents(t, std::span<const Half>(x), std::span<const Half>(y), mixed);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const glm::quat expected = slerp(t, a[i], b[i]);
      for (int c = 0; c < 4; ++c) {
        if (std::isnan(expected[c])) {
          EXPECT_TRUE(std::isnan(turned[i][c])) << i;
        } else {
          EXPECT_EQ(turned[i][c], expected[c]) << i << " at " << t;
        }
      }
      const Half half = detail::lerpComponent(t, x[i], y[i]);
      EXPECT_EQ(mixed[i].bits(), half.bits()) << float(x[i]) << ' ' << float(y[i]) << " at " << t;
    }
  }
}

TEST(Lerp, GoesOnBeyondTheEnds) {
  EXPECT_EQ(lerp(2.0, 1.0, 3.0), 5.0);
  EXPECT_EQ(lerp(-1.0, 1.0f, 3.0f), -1.0f);
  const glm::dmat4 a(1.0);
  const glm::dmat4 b(3.0);
  EXPECT_EQ(lerp(0.5, a, b), glm::dmat4(2.0));
  EXPECT_EQ(lerp(0.0, a, b), a);
  EXPECT_EQ(lerp(1.0, a, b), b);
}

TEST(Lerp, ManyComponentsAsEachByItself) {
  std::vector<float> a;
  std::vector<float> b;
  for (int i = 0; i < 101; ++i) {
    a.push_back(std::sin(float(i)) * 1e3f);
    b.push_back(std::cos(float(i)) * 1e-3f);
  }
  // Beside zero, the smallest and the largest number; products that underflow or overflow.
  for (const float odd : {0.0f, -0.0f, 1e-45f, -1.17549435e-38f, 3.4e38f, INFINITY}) {
    a.push_back(odd);
    b.push_back(1.0f);
    a.push_back(-1e-38f);
    b.push_back(odd);
  }
  const std::vector<double> wideA(a.begin(), a.end());
  const std::vector<double> wideB(b.begin(), b.end());
  // Weights that are exact as floats, and others.
  for (const double t : {0.1, 0.5, 0.125, 1.0 / 3.0, 0.5000001, 1.25, 3.5}) {
    std::vector<float> scalars(a.size());
    std::vector<float> components(a.size());
    std::vector<double> wide(a.size());
    lerpScalars(t, a, b, scalars);
    lerpComponents(t, a, b, components);
    lerpComponents(t, wideA, wideB, wide);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(scalars[i], lerp(t, a[i], b[i])) << i;
      EXPECT_EQ(components[i], lerp(t, glm::vec2(a[i]), glm::vec2(b[i])).x) << i;
      EXPECT_EQ(wide[i], lerp(t, wideA[i], wideB[i])) << i;
    }
  }
}

}  // namespace usdscope
