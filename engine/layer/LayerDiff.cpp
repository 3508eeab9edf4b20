// SPDX-License-Identifier: Apache-2.0
#include "engine/layer/LayerDiff.h"

#include <algorithm>
#include <unordered_set>

#include "engine/layer/ValueCloseness.h"

namespace usdscope {
namespace {

// The implied values of missing fields of a property; crates may omit these.
bool isImplied(Token name, const Value& value) {
  const auto* isCustom = value.find<bool>();
  const auto* variability = value.find<Variability>();
  return (name == fields::kCustom && isCustom && !*isCustom) ||
         (name == fields::kVariability && variability && *variability == Variability::Varying);
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
      if ((x.isEmpty() && isImplied(name, y)) || (y.isEmpty() && isImplied(name, x))) return;
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

  // Compares the order of the names that both lists have.
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
    compareOrder(a, fields::kPropertyChildren, namesOfA, namesOfB);
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
      compareOrder(a, fields::kPrimChildren, namesOfA, namesOfB);
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

std::vector<LayerDifference> findDifferences(const Layer& first, const Layer& second,
                                             double tolerance) {
  return Differ(first, second, tolerance).find();
}

}  // namespace usdscope
