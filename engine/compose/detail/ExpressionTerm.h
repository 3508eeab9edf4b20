// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/value/Dictionary.h"

namespace usdscope::detail {

/// What a part of a variable expression comes to.
struct ExpressionTerm {
  using Scalar = std::variant<std::monostate, std::string, std::int64_t, bool>;

  Scalar scalar;              ///< monostate: None, a list, or an error.
  std::vector<Scalar> items;  ///< Of a list: all of one type.
  bool isList = false;
  std::string error;  ///< Not empty: there is no value, and why.

  bool isNone() const { return !isList && std::holds_alternative<std::monostate>(scalar); }
  template <typename T>
  const T* find() const {
    return isList ? nullptr : std::get_if<T>(&scalar);
  }

  static ExpressionTerm failed(std::string why) {
    ExpressionTerm term;
    term.error = std::move(why);
    return term;
  }
  template <typename T>
  static ExpressionTerm of(T value) {
    ExpressionTerm term;
    term.scalar = std::move(value);
    return term;
  }
};

/// "string", "int", "bool", "list" or "None".
std::string_view typeNameOf(const ExpressionTerm& term);

/// A list of the terms, which must be scalars of one type.
ExpressionTerm makeList(std::span<const ExpressionTerm> items);

/// Why there is no such function with so many arguments; empty when there is.
std::string checkFunction(std::string_view name, std::size_t argumentCount);

/// The value of a function that checkFunction() knows.
ExpressionTerm callFunction(std::string_view name, std::span<const ExpressionTerm> arguments,
                            const Dictionary& variables);

}  // namespace usdscope::detail
