// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/layer/Path.h"
#include "engine/layer/PredicateExpression.h"

namespace usdscope {

/// An element of a path pattern after its plain names: `B*`, `{isa:Mesh}`, `B{kind:prop}`, or the
/// stretch `//`, which matches any number of prims.
struct PathPatternElement {
  /// May contain `*`, `?` and `[a-c]`. If it is empty, the element matches any name, or is a
  /// stretch.
  std::string name;
  std::optional<PredicateExpression> predicate;

  bool isStretch() const { return name.empty() && !predicate; }
  bool operator==(const PathPatternElement&) const = default;
};

/// An operand in a path expression: a pattern, `/A//B*{isa:Mesh}.size`, or a reference to the
/// expression of a collection, `%/A:name`, `%:name`, `%_`.
/// (SdfPathPattern, SdfPathExpression::ExpressionReference.)
struct PathExpressionAtom {
  /// The plain names at the start of a pattern, absolute or relative: `/A/B`, `../C`, `.`. For a
  /// reference, the prim with the collection; empty when it is the prim that has the expression.
  std::string path;
  std::string collection;  ///< For a reference, the name of the collection; empty for a pattern.
  std::vector<PathPatternElement> elements;
  bool isProperty = false;  ///< Whether the pattern's last name is that of a property.

  bool isReference() const { return !collection.empty(); }
  /// Whether the atom is `%_`, which is replaced by the expression of weaker opinions.
  bool isWeaker() const { return collection == "_"; }
  /// Whether the atom is `//`, which matches everything.
  bool isEverything() const;

  /// Makes the path absolute at a prim. Unchanged if the result is not the path of a prim.
  PathExpressionAtom anchored(Path prim) const;
  std::string text() const;

  bool operator==(const PathExpressionAtom&) const = default;
};

}  // namespace usdscope
