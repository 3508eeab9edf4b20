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

/// The value of a part of a variable expression.
struct ExpressionTerm {
  using Scalar = std::variant<std::monostate, std::string, std::int64_t, bool>;

  Scalar scalar;              ///< monostate for None, a list, or an error.
  std::vector<Scalar> items;  ///< The items of a list, all of one type.
  bool isList = false;
  std::string error;  ///< Why there is no value; empty when there is one.

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

/// Makes a list. The result is an error unless all items are scalars of one type.
ExpressionTerm makeList(std::span<const ExpressionTerm> items);

/// Returns an error if no function has this name or if it does not take `argumentCount` arguments;
/// else an empty string.
std::string checkFunction(std::string_view name, std::size_t argumentCount);

/// Calls a function. Requires: checkFunction() accepts it.
ExpressionTerm callFunction(std::string_view name, std::span<const ExpressionTerm> arguments,
                            const Dictionary& variables);

}  // namespace usdscope::detail
