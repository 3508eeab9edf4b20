// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace usdscope {

/// An argument of a function in a predicate.
struct PredicateArgument {
  std::string name;  ///< Empty for a positional argument.
  std::variant<std::string, std::int64_t, double, bool> value;

  bool operator==(const PredicateArgument&) const = default;
};

/// `name`, `name:a,b` or `name(a, key=b)`.
struct PredicateCall {
  enum class Style : std::uint8_t { Bare, Colon, Brackets };

  Style style = Style::Bare;
  std::string name;
  std::vector<PredicateArgument> arguments;

  bool operator==(const PredicateCall&) const = default;
};

/// A predicate in braces behind an element of a path pattern: `{isa:Mesh and not abstract}`.
/// Accepts any names of functions. (SdfPredicateExpression.)
struct PredicateExpression {
  /// Sorted from the tightest to the loosest. ImpliedAnd is written as a blank.
  enum class Op : std::uint8_t { Call, Not, ImpliedAnd, And, Or };
  struct Step {
    Op op = Op::Call;
    std::uint32_t size = 1;  ///< The number of steps of the operator and its operands.
    PredicateCall call;      ///< Only for Op::Call.

    bool operator==(const Step&) const = default;
  };

  /// Operands come before their operator.
  std::vector<Step> steps;

  /// Writes the predicate, with brackets only where they are needed and words as quoted strings.
  std::string text() const;

  bool operator==(const PredicateExpression&) const = default;
};

}  // namespace usdscope
