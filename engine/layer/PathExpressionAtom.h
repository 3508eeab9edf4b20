// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/layer/PredicateExpression.h"

namespace usdscope {

/// An element of a path pattern behind its plain names: `B*`, `{isa:Mesh}`, `B{kind:prop}`, or the
/// stretch `//`, which matches any prims in between.
struct PathPatternElement {
  std::string name;  ///< May contain `*`, `?` and `[a-c]`. Empty: any name, or a stretch.
  std::optional<PredicateExpression> predicate;

  bool isStretch() const { return name.empty() && !predicate; }
  bool operator==(const PathPatternElement&) const = default;
};

/// An operand in a path expression: a pattern, `/A//B*{isa:Mesh}.size`, or a reference to the
/// expression of a collection, `%/A:name`, `%:name`, `%_`.
/// (SdfPathPattern, SdfPathExpression::ExpressionReference.)
struct PathExpressionAtom {
  /// The plain names in front, absolute or relative: `/A/B`, `../C`, `.`. For a reference, the
  /// prim; empty when that is the prim with the expression.
  std::string path;
  std::string collection;  ///< The name of the collection of a reference. Empty: a pattern.
  std::vector<PathPatternElement> elements;
  bool isProperty = false;  ///< The last element, or the path's last name, is a property.

  bool isReference() const { return !collection.empty(); }
  /// True for `%_`, the place for weaker opinions.
  bool isWeaker() const { return collection == "_"; }
  /// True for `//`, which matches everything.
  bool isEverything() const;

  /// Makes the path absolute at a prim. Unchanged if the result is not the path of a prim.
  PathExpressionAtom anchored(Path prim) const;
  std::string text() const;

  bool operator==(const PathExpressionAtom&) const = default;
};

}  // namespace usdscope
