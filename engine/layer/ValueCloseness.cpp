// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/ValueCloseness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/layer/Arcs.h"
#include "engine/value/ArrayEdit.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"

namespace usdscope {
namespace {

// Compares objects of one C++ type. Each type with floating-point numbers has an overload.
class Closeness {
 public:
  explicit Closeness(double tolerance) : tolerance_(tolerance) {}

  bool areClose(double a, double b) const {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    return std::abs(a - b) <= tolerance_ * std::max({1.0, std::abs(a), std::abs(b)});
  }
  bool areClose(float a, float b) const { return areClose(double{a}, double{b}); }
  bool areClose(Half a, Half b) const { return areClose(float(a), float(b)); }
  bool areClose(const TimeCodeValue& a, const TimeCodeValue& b) const {
    return areClose(a.time, b.time);
  }
  bool areClose(const DurationValue& a, const DurationValue& b) const {
    return areClose(a.time, b.time);
  }
  template <glm::length_t N, typename C>
  bool areClose(const glm::vec<N, C>& a, const glm::vec<N, C>& b) const {
    for (glm::length_t i = 0; i < N; ++i) {
      if (!areClose(a[i], b[i])) return false;
    }
    return true;
  }
  template <glm::length_t N, typename C>
  bool areClose(const glm::mat<N, N, C>& a, const glm::mat<N, N, C>& b) const {
    for (glm::length_t i = 0; i < N; ++i) {
      if (!areClose(a[i], b[i])) return false;
    }
    return true;
  }
  template <typename C>
  bool areClose(const glm::qua<C>& a, const glm::qua<C>& b) const {
    return areClose(a.w, b.w) && areClose(a.x, b.x) && areClose(a.y, b.y) && areClose(a.z, b.z);
  }
  template <std::size_t N>
  bool areClose(const std::array<Half, N>& a, const std::array<Half, N>& b) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (!areClose(a[i], b[i])) return false;
    }
    return true;
  }
  bool areClose(const HalfQuat& a, const HalfQuat& b) const { return areClose(a.ijkr, b.ijkr); }
  template <typename T>
  bool areClose(const Array<T>& a, const Array<T>& b) const {
    if (a.sharesStorageWith(b)) return true;
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!areClose(a[i], b[i])) return false;
    }
    return true;
  }
  template <typename T>
  bool areClose(const std::vector<T>& a, const std::vector<T>& b) const {
    return std::ranges::equal(a, b, [&](const T& x, const T& y) { return areClose(x, y); });
  }
  template <typename T>
  bool areClose(const std::optional<T>& a, const std::optional<T>& b) const {
    return a.has_value() == b.has_value() && (!a || areClose(*a, *b));
  }
  template <typename T>
  bool areClose(const ListOp<T>& a, const ListOp<T>& b) const {
    return a.isExplicit == b.isExplicit && areClose(a.explicitItems, b.explicitItems) &&
           areClose(a.addedItems, b.addedItems) && areClose(a.prependedItems, b.prependedItems) &&
           areClose(a.appendedItems, b.appendedItems) && areClose(a.deletedItems, b.deletedItems) &&
           areClose(a.orderedItems, b.orderedItems);
  }
  bool areClose(const Dictionary& a, const Dictionary& b) const {
    return std::ranges::equal(a.entries(), b.entries(), [&](const auto& x, const auto& y) {
      return x.first == y.first && areClose(x.second, y.second);
    });
  }
  bool areClose(const TimeSamples& a, const TimeSamples& b) const {
    if (!areClose(a.times(), b.times())) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!areClose(a.value(i), b.value(i))) return false;
    }
    return true;
  }
  bool areClose(const ArrayEdit& a, const ArrayEdit& b) const {
    return a.steps == b.steps && areClose(a.literals, b.literals);
  }
  bool areClose(const LayerOffset& a, const LayerOffset& b) const {
    return areClose(a.offset, b.offset) && areClose(a.scale, b.scale);
  }
  bool areClose(const Reference& a, const Reference& b) const {
    return a.assetPath == b.assetPath && a.primPath == b.primPath && areClose(a.offset, b.offset) &&
           areClose(a.customData, b.customData);
  }
  bool areClose(const Payload& a, const Payload& b) const {
    return a.assetPath == b.assetPath && a.primPath == b.primPath && areClose(a.offset, b.offset);
  }
  bool areClose(const SplineExtrapolation& a, const SplineExtrapolation& b) const {
    return a.mode == b.mode && areClose(a.slope, b.slope) && areClose(a.boundary, b.boundary);
  }
  bool areClose(const SplineTangent& a, const SplineTangent& b) const {
    return a.algorithm == b.algorithm && areClose(a.width, b.width) && areClose(a.slope, b.slope);
  }
  bool areClose(const SplineInnerLoop& a, const SplineInnerLoop& b) const {
    return a.preCount == b.preCount && a.postCount == b.postCount && areClose(a.start, b.start) &&
           areClose(a.end, b.end) && areClose(a.valueOffset, b.valueOffset);
  }
  bool areClose(const SplineKnot& a, const SplineKnot& b) const {
    return a.next == b.next && areClose(a.time, b.time) && areClose(a.value, b.value) &&
           areClose(a.preValue, b.preValue) && areClose(a.pre, b.pre) && areClose(a.post, b.post) &&
           areClose(a.customData, b.customData);
  }
  bool areClose(const Spline& a, const Spline& b) const {
    return a.valueKind == b.valueKind && a.curve == b.curve &&
           areClose(a.preExtrapolation, b.preExtrapolation) &&
           areClose(a.postExtrapolation, b.postExtrapolation) &&
           areClose(a.innerLoop, b.innerLoop) && areClose(a.knots, b.knots);
  }
  bool areClose(const Value& a, const Value& b) const {
    if (a == b) return true;
    if (a.kind() != b.kind() || a.isArray() != b.isArray()) return false;
    bool isClose = false;
    const auto compare = [&]<typename T>(const T& object) {
      const T* other = b.find<T>();
      isClose = other && areClose(object, *other);
    };
    if (!visitData(a, compare)) {
      visitOthers<TimeSamples, Dictionary, ArrayEdit, Spline, ListOp<Reference>, ListOp<Payload>,
                  std::vector<LayerOffset>>(a, compare);
    }
    return isClose;
  }
  template <typename T>
  bool areClose(const T& a, const T& b) const {
    return a == b;
  }

 private:
  // For types that are not data types: calls `visit` with the object if it has one of these.
  template <typename... Types, typename Visit>
  static void visitOthers(const Value& value, const Visit& visit) {
    const auto visitOne = [&](const auto* object) {
      if (object) visit(*object);
    };
    (visitOne(value.find<Types>()), ...);
  }

  double tolerance_;
};

}  // namespace

bool areClose(const Value& a, const Value& b, double tolerance) {
  return Closeness(tolerance).areClose(a, b);
}

}  // namespace usdscope
