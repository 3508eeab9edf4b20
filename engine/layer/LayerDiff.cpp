// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerDiff.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace usdscope {
namespace {

/// Compares values of one C++ type; one overload for each type that has floating-point numbers.
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
  bool areClose(const T& a, const T& b) const {
    return a == b;
  }

 private:
  double tolerance_;
};

bool areSamplesClose(const TimeSamples& a, const TimeSamples& b, double tolerance) {
  if (!(a.times() == b.times())) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!areClose(a.value(i), b.value(i), tolerance)) return false;
  }
  return true;
}

bool areDictionariesClose(const Dictionary& a, const Dictionary& b, double tolerance) {
  return std::ranges::equal(a.entries(), b.entries(), [&](const auto& x, const auto& y) {
    return x.first == y.first && areClose(x.second, y.second, tolerance);
  });
}

class Differ {
 public:
  Differ(const Layer& first, const Layer& second, double tolerance)
      : first_(first), second_(second), tolerance_(tolerance) {}

  std::vector<LayerDifference> find() {
    comparePrims(first_.pseudoRoot(), second_.pseudoRoot());
    return std::move(found_);
  }

 private:
  using Kind = LayerDifference::Kind;

  template <typename Spec>
  void compareFields(const Spec& a, const Spec& b) {
    const auto report = [&](Token name, Value x, Value y) {
      found_.push_back({Kind::Field, a.path().text(), name, std::move(x), std::move(y)});
    };
    for (const Token name : a.fieldNames()) {
      Value x = a.field(name);
      Value y = b.field(name);
      if (!areClose(x, y, tolerance_)) report(name, std::move(x), std::move(y));
    }
    for (const Token name : b.fieldNames()) {
      if (!a.hasField(name)) report(name, {}, b.field(name));
    }
  }

  // Names that both lists have must come in the same order in both.
  void compareOrder(const PrimSpec& spec, Token what, const std::vector<Token>& a,
                    const std::vector<Token>& b) {
    const auto common = [](const std::vector<Token>& names, const std::vector<Token>& others) {
      const std::unordered_set<Token> known(others.begin(), others.end());
      std::vector<Token> kept;
      std::ranges::copy_if(names, std::back_inserter(kept),
                           [&](Token name) { return known.contains(name); });
      return kept;
    };
    const auto x = common(a, b);
    const auto y = common(b, a);
    if (x == y) return;
    found_.push_back({Kind::Order, spec.path().text(), what, Value(x), Value(y)});
  }

  void compareProperties(const PrimSpec& a, const PrimSpec& b) {
    std::vector<Token> namesOfA;
    std::vector<Token> namesOfB;
    for (std::size_t i = 0; i < a.propertyCount(); ++i) {
      const PropertySpec property = a.property(i);
      namesOfA.push_back(property.name());
      const PropertySpec other = b.findProperty(property.name());
      if (!other || other.kind() != property.kind()) {
        found_.push_back({Kind::OnlyInFirst, property.path().text(), {}, {}, {}});
      }
      if (other && other.kind() == property.kind()) compareFields(property, other);
    }
    for (std::size_t i = 0; i < b.propertyCount(); ++i) {
      const PropertySpec property = b.property(i);
      namesOfB.push_back(property.name());
      const PropertySpec other = a.findProperty(property.name());
      if (!other || other.kind() != property.kind()) {
        found_.push_back({Kind::OnlyInSecond, property.path().text(), {}, {}, {}});
      }
    }
    static const Token kProperties("properties");
    compareOrder(a, kProperties, namesOfA, namesOfB);
  }

  void comparePrims(const PrimSpec& rootA, const PrimSpec& rootB) {
    std::vector<std::pair<PrimSpec, PrimSpec>> open{{rootA, rootB}};
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      compareFields(a, b);
      compareProperties(a, b);
      const std::size_t before = open.size();
      std::vector<Token> namesOfA;
      std::vector<Token> namesOfB;
      for (std::size_t i = 0; i < a.variantCount(); ++i) compareBelow(a.variant(i), open);
      for (std::size_t i = 0; i < a.childCount(); ++i) {
        namesOfA.push_back(a.child(i).name());
        compareBelow(a.child(i), open);
      }
      for (std::size_t i = 0; i < b.variantCount(); ++i) reportNew(b.variant(i));
      for (std::size_t i = 0; i < b.childCount(); ++i) {
        namesOfB.push_back(b.child(i).name());
        reportNew(b.child(i));
      }
      static const Token kChildren("primChildren");
      compareOrder(a, kChildren, namesOfA, namesOfB);
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
    }
  }

  void compareBelow(const PrimSpec& a, std::vector<std::pair<PrimSpec, PrimSpec>>& open) {
    if (const PrimSpec b = second_.findPrim(a.path())) {
      open.emplace_back(a, b);
    } else {
      found_.push_back({Kind::OnlyInFirst, a.path().text(), {}, {}, {}});
    }
  }

  void reportNew(const PrimSpec& b) {
    if (!first_.findPrim(b.path())) {
      found_.push_back({Kind::OnlyInSecond, b.path().text(), {}, {}, {}});
    }
  }

  const Layer& first_;
  const Layer& second_;
  double tolerance_;
  std::vector<LayerDifference> found_;
};

}  // namespace

bool areClose(const Value& a, const Value& b, double tolerance) {
  if (a == b) return true;
  if (a.kind() != b.kind() || a.isArray() != b.isArray()) return false;
  if (const auto* samples = a.find<TimeSamples>()) {
    const auto* other = b.find<TimeSamples>();
    return other && areSamplesClose(*samples, *other, tolerance);
  }
  if (const auto* dictionary = a.find<Dictionary>()) {
    const auto* other = b.find<Dictionary>();
    return other && areDictionariesClose(*dictionary, *other, tolerance);
  }
  bool isClose = false;
  visitData(a, [&](const auto& data) {
    using T = std::decay_t<decltype(data)>;
    const T* other = b.find<T>();
    isClose = other && Closeness(tolerance).areClose(data, *other);
  });
  return isClose;
}

std::vector<LayerDifference> findDifferences(const Layer& first, const Layer& second,
                                             double tolerance) {
  return Differ(first, second, tolerance).find();
}

}  // namespace usdscope
