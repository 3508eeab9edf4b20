// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/PathPattern.h"

#include <algorithm>

#include "engine/schema/detail/Glob.h"
#include "engine/stage/Stage.h"

namespace usdscope {
/// The elements of a path behind the prefix of a pattern, from the top.
struct PathPattern::Elements {
  std::vector<Prim> prims;
  Token property;
  std::size_t size = 0;

  std::string_view name(std::size_t i) const {
    return i < prims.size() ? prims[i].name().text() : property.text();
  }
  bool isProperty(std::size_t i) const { return i >= prims.size(); }
  Prim owner;  ///< The prim of the property.
};

std::optional<PathPattern> PathPattern::build(const PathExpressionAtom& of) {
  PathPattern pattern;
  pattern.prefix_ = Path::fromText(of.path);
  if (pattern.prefix_.isEmpty()) return std::nullopt;
  for (const PathPatternElement& element : of.elements) {
    const bool isLast = &element == &of.elements.back();
    if (element.isStretch()) {
      if (pattern.components_.empty()) pattern.startsAnywhere_ = true;
      if (isLast) pattern.endsAnywhere_ = true;
    }
    if (element.isStretch() ? !isLast : pattern.segments_.empty()) {
      pattern.segments_.push_back({pattern.components_.size(), pattern.components_.size()});
    }
    if (element.isStretch()) continue;
    Component component;
    component.name = element.name;
    component.hasWildcards = component.name.find_first_of("*?[") != std::string::npos;
    if (element.predicate) {
      component.predicate = PathPredicate::build(*element.predicate);
      if (!component.predicate) return std::nullopt;
    }
    pattern.components_.push_back(std::move(component));
    pattern.segments_.back().end = pattern.components_.size();
  }
  const bool endsWithPredicate =
      !pattern.components_.empty() && pattern.components_.back().name.empty();
  pattern.objects_ = of.isProperty                                  ? Objects::Properties
                     : (pattern.endsAnywhere_ || endsWithPredicate) ? Objects::Both
                                                                    : Objects::Prims;
  return pattern;
}

// Returns the negative result when the segment does not match the elements from `first` on; else
// empty.
std::optional<PathMatch> PathPattern::failure(const Segment& segment, const Elements& elements,
                                              std::size_t first) const {
  for (std::size_t i = segment.begin; i < segment.end; ++i, ++first) {
    const Component& component = components_[i];
    const std::string_view name = elements.name(first);
    const bool isNamed = component.name.empty() ||
                         (component.hasWildcards ? detail::matchesGlob(component.name, name)
                                                 : component.name == name);
    if (!isNamed) return PathMatch{};
    if (!component.predicate) continue;
    const bool isProperty = elements.isProperty(first);
    const PathMatch holds = component.predicate->holdsFor(
        isProperty ? elements.owner : elements.prims[first], isProperty);
    if (!holds.isMatch) return holds;
  }
  return std::nullopt;
}

PathMatch PathPattern::match(const Prim& prim, Token property) const {
  constexpr PathMatch kNever{false, true};
  constexpr PathMatch kNotHere{false, false};
  const Path path = property.isEmpty() ? prim.path() : prim.path().property(property);
  if (!path.hasPrefix(prefix_)) return prefix_.hasPrefix(path) ? kNotHere : kNever;
  if (objects_ == Objects::Properties && property.isEmpty()) return kNotHere;
  if (objects_ == Objects::Prims && !property.isEmpty()) return kNever;
  if (components_.empty()) {
    if (startsAnywhere_ || endsAnywhere_) return {true, true};
    return path == prefix_ ? PathMatch{true, false} : kNever;
  }
  Elements elements;
  elements.property = property;
  elements.owner = prim;
  for (Prim at = prim; at && at.path() != prefix_ && !at.isPseudoRoot(); at = at.parent()) {
    elements.prims.push_back(at);
  }
  std::ranges::reverse(elements.prims);
  elements.size = elements.prims.size() + (property.isEmpty() ? 0 : 1);
  if (elements.size == 0) return kNotHere;

  // The first segment matches at the front unless `//` stands there, the last one at the end, and
  // each other segment anywhere behind its predecessor.
  std::size_t at = 0;
  std::size_t left = components_.size();
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const Segment& segment = segments_[i];
    const std::size_t size = segment.end - segment.begin;
    if (left > elements.size - at) return kNotHere;
    left -= size;
    const bool isFirst = i == 0 && !startsAnywhere_;
    const bool isLast = i + 1 == segments_.size() && !endsAnywhere_;
    if (isFirst && isLast && elements.size != size) return kNever;
    std::size_t from = isLast ? elements.size - size : at;
    const std::size_t last = isFirst ? at : elements.size - left - size;
    std::optional<PathMatch> why;
    for (; from <= last; ++from) {
      why = failure(segment, elements, from);
      if (!why) break;
    }
    if (why) return *why;
    if (from > last) return kNotHere;
    at = from + size;
  }
  return {true, endsAnywhere_};
}

}  // namespace usdscope
