// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/layer/PredicateExpression.h"

namespace usdscope {

/// An element of a path pattern behind its plain names: `B*`, `{isa:Mesh}`, `B{kind:prop}`, or the
/// stretch `//`, which stands for any prims in between.
struct PathPatternElement {
  std::string name;  ///< May have `*`, `?` and `[a-c]` in it. Empty: any, or a stretch.
  std::optional<PredicateExpression> predicate;

  bool isStretch() const { return name.empty() && !predicate; }
  bool operator==(const PathPatternElement&) const = default;
};

/// What the operators of a path expression join: a pattern, `/A//B*{isa:Mesh}.size`, or a reference
/// to the expression of a collection, `%/A:name`, `%:name`, `%_`.
/// (SdfPathPattern, SdfPathExpression::ExpressionReference.)
struct PathExpressionAtom {
  /// The plain names in front, absolute or relative: `/A/B`, `../C`, `.`. Of a reference the prim;
  /// empty where it is the one that the expression is on.
  std::string path;
  std::string collection;  ///< Not empty: a reference to the collection of this name.
  std::vector<PathPatternElement> elements;
  bool isProperty = false;  ///< The last element, or that of the path, names a property.

  bool isReference() const { return !collection.empty(); }
  /// `%_`: the place of weaker opinions.
  bool isWeaker() const { return collection == "_"; }
  /// `//`: matches everything.
  bool isEverything() const;

  /// With the path made absolute at a prim. One that leads to no prim, or nowhere, stays.
  PathExpressionAtom anchored(Path prim) const;
  std::string text() const;

  bool operator==(const PathExpressionAtom&) const = default;
};

}  // namespace usdscope
