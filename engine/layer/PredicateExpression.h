// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace usdscope {

/// An argument of a function in a predicate.
struct PredicateArgument {
  std::string name;  ///< Empty: by its place.
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

/// What stands in braces behind an element of a path pattern: `{isa:Mesh and not abstract}`.
/// Which functions there are is not known here. (SdfPredicateExpression.)
struct PredicateExpression {
  /// From the tightest to the loosest; ImpliedAnd is written as a blank.
  enum class Op : std::uint8_t { Call, Not, ImpliedAnd, And, Or };
  struct Step {
    Op op = Op::Call;
    std::uint32_t size = 1;  ///< Steps of this one and its operands.
    PredicateCall call;      ///< Of Op::Call.

    bool operator==(const Step&) const = default;
  };

  /// Operands stand before what takes them.
  std::vector<Step> steps;

  /// As the reference writes it: brackets only where they are needed, words as quoted strings.
  std::string text() const;

  bool operator==(const PredicateExpression&) const = default;
};

}  // namespace usdscope
