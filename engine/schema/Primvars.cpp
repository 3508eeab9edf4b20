// SPDX-License-Identifier: Apache-2.0
#include "engine/schema/Primvars.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/base/DictionaryOrder.h"
#include "engine/schema/AttributeValues.h"
#include "engine/schema/SchemaNames.h"
#include "engine/stage/resolve/OpinionWalk.h"

namespace usdscope {
namespace {

constexpr std::string_view kPrimvarPrefix = "primvars:";
constexpr std::string_view kIndices = ":indices";

bool isPrimvarName(Token name) {
  return name.text().starts_with(kPrimvarPrefix) && name.text().size() > kPrimvarPrefix.size() &&
         !name.text().ends_with(kIndices);
}

// Returns the names of authored primvars, in the order of Prim::authoredPropertyNames(). The prims
// below a prim with thousands of other properties each ask for them, so only primvars are sorted.
std::vector<Token> authoredPrimvarNames(const Prim& prim) {
  std::vector<Token> names;
  for (OpinionWalk walk(prim); walk.next();) {
    const PrimSpec spec = walk.opinion().prim;
    if (spec.hasField(fields::kPropertyOrder)) {
      names = prim.authoredPropertyNames();
      std::erase_if(names, [](Token name) { return !isPrimvarName(name); });
      return names;
    }
    for (std::size_t i = 0; i < spec.propertyCount(); ++i) {
      const Token name = spec.property(i).name();
      if (isPrimvarName(name)) names.push_back(name);
    }
  }
  std::ranges::sort(names, [](Token a, Token b) { return dictionaryLess(a.text(), b.text()); });
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

// The primvars of a prim, while those of its ancestors are added from the root on.
class PrimvarSet {
 public:
  void add(const Prim& prim, bool isOwn) {
    for (const Token name : authoredPrimvarNames(prim)) {
      const Attribute attribute = prim.attribute(name);
      if (!attribute || !attribute.hasAuthoredValue()) continue;
      Primvar primvar = primvarOf(attribute);
      const bool isKept = isOwn || primvar.interpolation == geom::kConstant;
      const auto [place, isNew] = places_.try_emplace(primvar.name, primvars_.size());
      if (isNew) {
        if (isKept) primvars_.push_back(std::move(primvar));
        if (!isKept) places_.erase(place);
      } else {
        // A removed primvar keeps its place until the end.
        primvars_[place->second] = isKept ? std::move(primvar) : Primvar{.name = primvar.name};
      }
    }
  }

  std::vector<Primvar> take() {
    std::erase_if(primvars_, [](const Primvar& primvar) { return !primvar.attribute; });
    return std::move(primvars_);
  }

 private:
  std::vector<Primvar> primvars_;
  std::unordered_map<Token, std::size_t> places_;
};

Token indicesName(const Primvar& primvar) {
  return Token(primvar.attribute.name().string() + std::string(kIndices));
}

// Returns the authored indices; empty if none.
std::optional<Array<int>> indicesOf(const Primvar& primvar, TimeCode time) {
  const Token name = indicesName(primvar);
  auto indices = readValue<Array<int>>(primvar.attribute.prim(), name, time);
  if (indices && !primvar.attribute.prim().attribute(name).hasAuthoredValue()) indices.reset();
  return indices;
}

template <typename T>
Value expanded(const Array<T>& values, const Array<int>& indices, int elementSize) {
  const auto size = static_cast<std::size_t>(std::max(elementSize, 1));
  if (size > values.size()) return {};  // Less than one element.
  // Large elements multiply with the indices.
  constexpr std::size_t kAlwaysAllowed = std::size_t{1} << 20;
  constexpr std::size_t kAllowedForEach = 16;
  const std::size_t allowed = kAlwaysAllowed + kAllowedForEach * (values.size() + indices.size());
  if (indices.size() > allowed / size) return {};
  std::vector<T> out(indices.size() * size);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto from = static_cast<std::size_t>(indices[i]) * size;
    if (indices[i] < 0 || from + size > values.size()) continue;
    std::copy_n(values.begin() + from, size, out.begin() + static_cast<std::ptrdiff_t>(i * size));
  }
  return Value(Array<T>(std::move(out)));
}

}  // namespace

Primvar primvarOf(const Attribute& attribute) {
  Primvar primvar;
  primvar.name = Token(attribute.name().text().substr(kPrimvarPrefix.size()));
  primvar.interpolation =
      metadataOrFallback(attribute, fields::kInterpolation).valueOr(geom::kConstant);
  primvar.elementSize = metadataOrFallback(attribute, fields::kElementSize).valueOr(1);
  primvar.attribute = attribute;
  return primvar;
}

std::vector<Primvar> findPrimvarsWithInheritance(const Prim& prim) {
  std::vector<Prim> chain;
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) chain.push_back(at);
  PrimvarSet primvars;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    primvars.add(*it, it + 1 == chain.rend());
  }
  return primvars.take();
}

Primvar findPrimvarWithInheritance(const Prim& prim, Token name) {
  const Token attributeName(std::string(kPrimvarPrefix) + name.string());
  for (Prim at = prim; at && !at.isPseudoRoot(); at = at.parent()) {
    const Attribute attribute = at.attribute(attributeName);
    if (!attribute || !attribute.hasAuthoredValue()) continue;
    Primvar primvar = primvarOf(attribute);
    if (at == prim || primvar.interpolation == geom::kConstant) return primvar;
    break;
  }
  return {};
}

Array<int> primvarIndices(const Primvar& primvar, TimeCode time) {
  return indicesOf(primvar, time).value_or(Array<int>());
}

std::size_t countIndicesOutOfRange(const Primvar& primvar, TimeCode time) {
  const std::optional<Array<int>> indices = indicesOf(primvar, time);
  if (!indices) return 0;
  std::size_t size = 0;
  const Value value = primvar.attribute.value(time);
  visitData(value, [&](const auto& items) {
    if constexpr (requires { items.span(); }) size = items.size();
  });
  size /= static_cast<std::size_t>(std::max(primvar.elementSize, 1));
  return static_cast<std::size_t>(std::ranges::count_if(
      *indices, [&](int i) { return i < 0 || static_cast<std::size_t>(i) >= size; }));
}

bool mightBeTimeVarying(const Primvar& primvar) {
  if (!primvar.attribute) return false;
  const Attribute indices = primvar.attribute.prim().attribute(indicesName(primvar));
  return primvar.attribute.mightBeTimeVarying() || (indices && indices.mightBeTimeVarying());
}

Value flattenedPrimvar(const Primvar& primvar, TimeCode time) {
  Value value = primvar.attribute.value(time);
  if (!value.isArray()) return value;
  const std::optional<Array<int>> indices = indicesOf(primvar, time);
  if (!indices) return value;
  Value result;
  visitData(value, [&](const auto& items) {
    if constexpr (requires { items.span(); }) {
      result = expanded(items, *indices, primvar.elementSize);
    }
  });
  return result;
}

}  // namespace usdscope
