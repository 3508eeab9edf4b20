// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "engine/compose/detail/ExpressionTerm.h"

namespace usdscope::detail {
namespace {

using Term = ExpressionTerm;
using Terms = std::span<const Term>;

Term fail(std::string_view function, std::string_view why) {
  return Term::failed(std::string(function) + ": " + std::string(why));
}

bool sameType(const Term& a, const Term& b) {
  if (a.isList != b.isList) return false;
  if (!a.isList) return a.scalar.index() == b.scalar.index();
  const std::size_t typeA = a.items.empty() ? 0 : a.items[0].index();
  const std::size_t typeB = b.items.empty() ? 0 : b.items[0].index();
  return typeA == typeB;
}

Term evaluateIf(Terms arguments) {
  const bool* condition = arguments[0].find<bool>();
  if (!condition) return fail("if", "the condition is not a boolean value");
  const Term none;
  const Term& otherwise = arguments.size() > 2 ? arguments[2] : none;
  if (!arguments[1].isNone() && !otherwise.isNone() && !sameType(arguments[1], otherwise)) {
    return fail("if", "the two values are of different types");
  }
  return *condition ? arguments[1] : otherwise;
}

template <typename T>
bool compareScalars(std::string_view name, const T& a, const T& b) {
  if (name == "eq") return a == b;
  if (name == "neq") return a != b;
  if (name == "lt") return a < b;
  if (name == "leq") return a <= b;
  if (name == "gt") return a > b;
  return a >= b;
}

Term evaluateComparison(std::string_view name, Terms arguments) {
  const Term& a = arguments[0];
  const Term& b = arguments[1];
  if (!sameType(a, b)) {
    return fail(name, std::string("cannot compare ") + std::string(typeNameOf(a)) + " and " +
                          std::string(typeNameOf(b)));
  }
  if (a.isList) return fail(name, "lists are not compared");
  if (a.isNone()) {
    if (name == "eq") return Term::of(true);
    if (name == "neq") return Term::of(false);
    return fail(name, "None has no order");
  }
  if (const auto* text = a.find<std::string>()) {
    return Term::of(compareScalars(name, *text, *b.find<std::string>()));
  }
  if (const auto* number = a.find<std::int64_t>()) {
    return Term::of(compareScalars(name, *number, *b.find<std::int64_t>()));
  }
  return Term::of(compareScalars(name, *a.find<bool>(), *b.find<bool>()));
}

Term evaluateLogic(std::string_view name, Terms arguments) {
  bool all = true;
  bool any = false;
  for (const Term& argument : arguments) {
    const bool* value = argument.find<bool>();
    if (!value) return fail(name, "an argument is not a boolean value");
    all = all && *value;
    any = any || *value;
  }
  if (name == "not") return Term::of(!all);
  return Term::of(name == "and" ? all : any);
}

Term evaluateContains(Terms arguments) {
  const Term& in = arguments[0];
  const Term& what = arguments[1];
  if (const auto* text = in.find<std::string>()) {
    const auto* part = what.find<std::string>();
    if (!part) return fail("contains", "the value to search for is not a string");
    return Term::of(text->find(*part) != std::string::npos);
  }
  if (!in.isList) return fail("contains", "the value to search is neither list nor string");
  if (in.items.empty()) return Term::of(false);
  if (what.isList || what.scalar.index() != in.items[0].index()) {
    return fail("contains", "the value to search for is of another type than the list");
  }
  return Term::of(std::find(in.items.begin(), in.items.end(), what.scalar) != in.items.end());
}

Term evaluateAt(Terms arguments) {
  const Term& in = arguments[0];
  const auto* index = arguments[1].find<std::int64_t>();
  if (!index) return fail("at", "the index is not an integer");
  const auto* text = in.find<std::string>();
  if (!text && !in.isList) return fail("at", "only lists and strings have elements");
  const auto size = static_cast<std::int64_t>(text ? text->size() : in.items.size());
  const std::int64_t at = *index < 0 ? *index + size : *index;
  if (at < 0 || at >= size) return fail("at", "the index is out of range");
  if (text) return Term::of(text->substr(static_cast<std::size_t>(at), 1));
  Term item;
  item.scalar = in.items[static_cast<std::size_t>(at)];
  return item;
}

Term evaluateLen(Terms arguments) {
  const Term& of = arguments[0];
  if (const auto* text = of.find<std::string>()) {
    return Term::of(static_cast<std::int64_t>(text->size()));
  }
  if (!of.isList) return fail("len", "only lists and strings have a length");
  return Term::of(static_cast<std::int64_t>(of.items.size()));
}

Term evaluateDefined(Terms arguments, const Dictionary& variables) {
  bool all = true;
  for (const Term& argument : arguments) {
    const auto* name = argument.find<std::string>();
    if (!name) return fail("defined", "the name of a variable is not a string");
    all = all && variables.find(*name);
  }
  return Term::of(all);
}

struct Function {
  std::string_view name;
  std::size_t minCount;
  std::size_t maxCount;
};
constexpr std::size_t kMany = static_cast<std::size_t>(-1);
constexpr std::array<Function, 14> kFunctions{{
    {"if", 2, 3},
    {"eq", 2, 2},
    {"neq", 2, 2},
    {"lt", 2, 2},
    {"leq", 2, 2},
    {"gt", 2, 2},
    {"geq", 2, 2},
    {"and", 2, kMany},
    {"or", 2, kMany},
    {"not", 1, 1},
    {"contains", 2, 2},
    {"at", 2, 2},
    {"len", 1, 1},
    {"defined", 1, kMany},
}};

}  // namespace

std::string_view typeNameOf(const Term& term) {
  if (term.isList) return "list";
  static constexpr std::array<std::string_view, 4> kNames{"None", "string", "int", "bool"};
  return kNames[term.scalar.index()];
}

Term makeList(Terms items) {
  Term list;
  list.isList = true;
  for (const Term& item : items) {
    if (!item.error.empty()) return item;
    const bool fits = !item.isList && !item.isNone() &&
                      (list.items.empty() || list.items[0].index() == item.scalar.index());
    if (!fits) {
      return Term::failed("A value of type " + std::string(typeNameOf(item)) +
                          " does not fit into the list.");
    }
    list.items.push_back(item.scalar);
  }
  return list;
}

std::string checkFunction(std::string_view name, std::size_t argumentCount) {
  for (const Function& function : kFunctions) {
    if (function.name != name) continue;
    if (argumentCount >= function.minCount && argumentCount <= function.maxCount) return {};
    return "The function " + std::string(name) + " does not take " + std::to_string(argumentCount) +
           " arguments.";
  }
  return "There is no function " + std::string(name) + ".";
}

Term callFunction(std::string_view name, Terms arguments, const Dictionary& variables) {
  // `if` ignores errors in the value that it does not select.
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].error.empty() && (name != "if" || i == 0)) return arguments[i];
  }
  if (name == "if") return evaluateIf(arguments);
  if (name == "and" || name == "or" || name == "not") return evaluateLogic(name, arguments);
  if (name == "contains") return evaluateContains(arguments);
  if (name == "at") return evaluateAt(arguments);
  if (name == "len") return evaluateLen(arguments);
  if (name == "defined") return evaluateDefined(arguments, variables);
  return evaluateComparison(name, arguments);
}

}  // namespace usdscope::detail
