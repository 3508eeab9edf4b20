// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/detail/PredicateFunctions.h"

#include <algorithm>

#include "engine/schema/Kind.h"
#include "engine/schema/detail/Glob.h"

namespace usdscope::detail {
namespace {

using Arguments = std::span<const PredicateArgument>;

constexpr PathMatch constant(bool isMatch) { return {isMatch, true}; }
constexpr PathMatch varying(bool isMatch) { return {isMatch, false}; }

// Converts an argument that is a bool or a number.
std::optional<bool> truthOf(const PredicateArgument& argument) {
  if (const bool* truth = std::get_if<bool>(&argument.value)) return *truth;
  if (const auto* whole = std::get_if<std::int64_t>(&argument.value)) return *whole != 0;
  if (const double* number = std::get_if<double>(&argument.value)) return *number != 0.0;
  return std::nullopt;
}

// Reads the single optional argument of functions that test a flag; the default is true.
std::optional<bool> wanted(Arguments arguments, std::string_view name) {
  if (arguments.empty()) return true;
  if (arguments.size() > 1) return std::nullopt;
  const PredicateArgument& argument = arguments[0];
  if (!argument.name.empty() && argument.name != name) return std::nullopt;
  return truthOf(argument);
}

bool isStrict(Arguments arguments) {
  for (const PredicateArgument& argument : arguments) {
    if (argument.name != "strict") continue;
    if (const auto truth = truthOf(argument)) return *truth;
    const std::string& text = std::get<std::string>(argument.value);
    return !text.empty() && std::string_view("1yY").find(text[0]) != std::string_view::npos;
  }
  return false;
}

// Returns the positional arguments that are strings.
std::vector<Token> tokens(Arguments arguments) {
  std::vector<Token> out;
  for (const PredicateArgument& argument : arguments) {
    const auto* const text = std::get_if<std::string>(&argument.value);
    if (argument.name.empty() && text) out.push_back(Token(*text));
  }
  return out;
}

// Compares a flag of prims with the wanted value. A flag with the value `inherited` also applies to
// all descendants. Properties have the flags of their prim.
PredicateTest flagOfPrim(bool (Prim::*flag)() const, bool isWanted, bool inherited) {
  return [=](const Prim& prim, bool isProperty) -> PathMatch {
    const bool value = (prim.*flag)();
    return {value == isWanted, value == inherited || isProperty};
  };
}

// Tests for models and groups: a prim that is neither has none below it. Properties are neither.
PredicateTest flagOfModel(bool (Prim::*flag)() const, bool isWanted) {
  return [=](const Prim& prim, bool isProperty) -> PathMatch {
    if (isProperty) return constant(false);
    const bool value = (prim.*flag)();
    return {value == isWanted, !value};
  };
}

// Tests of prims alone, whose result may differ from prim to prim.
PredicateTest ofPrims(std::function<bool(const Prim&)> test) {
  return [test = std::move(test)](const Prim& prim, bool isProperty) -> PathMatch {
    return isProperty ? constant(false) : varying(test(prim));
  };
}

PredicateTest bindKind(Arguments arguments) {
  const std::vector<Token> kinds = tokens(arguments);
  if (kinds.empty()) return {};
  return ofPrims([kinds, isExact = isStrict(arguments)](const Prim& prim) {
    const Token kind = prim.kind();
    return kind && std::ranges::any_of(kinds, [&](Token asked) {
             return isExact ? kind == asked : isKindA(prim, asked);
           });
  });
}

PredicateTest bindSpecifier(Arguments arguments) {
  std::vector<Specifier> specifiers;
  for (const PredicateArgument& argument : arguments) {
    const auto* const text = std::get_if<std::string>(&argument.value);
    if (!argument.name.empty() || !text) return {};
    if (*text == "def") {
      specifiers.push_back(Specifier::Def);
    } else if (*text == "over") {
      specifiers.push_back(Specifier::Over);
    } else if (*text == "class") {
      specifiers.push_back(Specifier::Class);
    } else {
      return {};
    }
  }
  return ofPrims([specifiers](const Prim& prim) {
    return std::ranges::find(specifiers, prim.specifier()) != specifiers.end();
  });
}

PredicateTest bindIsA(Arguments arguments) {
  return ofPrims([types = tokens(arguments), isExact = isStrict(arguments)](const Prim& prim) {
    return std::ranges::any_of(types, [&](Token type) {
      return isExact ? type && prim.schemaTypeName() == type : prim.isA(type);
    });
  });
}

PredicateTest bindHasApi(Arguments arguments) {
  std::string instance;
  for (const PredicateArgument& argument : arguments) {
    if (argument.name != "instanceName") continue;
    const auto* const text = std::get_if<std::string>(&argument.value);
    if (!text) return {};
    instance = *text;
    break;
  }
  std::vector<Token> schemas = tokens(arguments);
  if (!instance.empty()) {
    for (Token& schema : schemas) schema = Token(schema.string() + ':' + instance);
  }
  return ofPrims([schemas](const Prim& prim) {
    return std::ranges::any_of(schemas, [&](Token schema) { return prim.hasApi(schema); });
  });
}

PredicateTest bindVariant(Arguments arguments) {
  std::vector<std::pair<std::string, std::string>> wantedVariants;
  for (const PredicateArgument& argument : arguments) {
    const auto* const text = std::get_if<std::string>(&argument.value);
    if (argument.name.empty() || !text) return {};
    wantedVariants.emplace_back(argument.name, *text);
  }
  return ofPrims([wantedVariants](const Prim& prim) {
    const std::vector<VariantSet> sets = prim.variantSets();
    return std::ranges::all_of(wantedVariants, [&](const auto& asked) {
      const auto set = std::ranges::find(sets, asked.first, &VariantSet::name);
      return matchesGlob(asked.second, set == sets.end() ? std::string() : set->selection);
    });
  });
}

}  // namespace

PredicateTest bindPredicate(std::string_view name, Arguments arguments) {
  if (name == "abstract" || name == "defined") {
    const bool isAbout = name == "abstract";
    const auto is = wanted(arguments, isAbout ? "isAbstract" : "isDefined");
    if (!is) return {};
    // Descendants of abstract prims are abstract; descendants of undefined prims are undefined.
    return flagOfPrim(isAbout ? &Prim::isAbstract : &Prim::isDefined, *is, isAbout);
  }
  if (name == "model" || name == "group") {
    const bool isModel = name == "model";
    const auto is = wanted(arguments, isModel ? "isModel" : "isGroup");
    if (!is) return {};
    return flagOfModel(isModel ? &Prim::isModel : &Prim::isGroup, *is);
  }
  if (name == "kind") return bindKind(arguments);
  if (name == "specifier") return bindSpecifier(arguments);
  if (name == "isa") return bindIsA(arguments);
  if (name == "hasAPI") return bindHasApi(arguments);
  if (name == "variant") return bindVariant(arguments);
  return {};
}

}  // namespace usdscope::detail
