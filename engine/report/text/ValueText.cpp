// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/ValueText.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "engine/layer/Arcs.h"
#include "engine/layer/SpecifierKeyword.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

std::string text(bool x) { return x ? "true" : "false"; }
std::string text(BoolByte x) { return x ? "true" : "false"; }
template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
std::string text(T x) {
  return std::to_string(x);
}
std::string text(float x) { return numberToText(double(x)); }
std::string text(double x) { return numberToText(x); }
std::string text(Half x) { return numberToText(double(float(x))); }
std::string text(TimeCodeValue x) { return numberToText(x.time); }
std::string text(DurationValue x) { return numberToText(x.time); }
std::string text(const std::string& x) { return '"' + x + '"'; }
std::string text(Token x) { return x.string(); }
std::string text(const AssetPath& x) { return '@' + x.path() + '@'; }
std::string text(const PathExpression& x) { return x.text; }
std::string text(const OpaqueValue&) { return "opaque"; }
std::string text(const UnregisteredValue& x) { return x.text; }
std::string text(Path x) { return '<' + x.text() + '>'; }
// A reference or payload in usda syntax.
template <typename Arc>
  requires requires(const Arc& arc) { arc.primPath; }
std::string text(const Arc& arc) {
  std::string out = arc.isInternal() ? "" : '@' + arc.assetPath + '@';
  if (!arc.primPath.isEmpty() || arc.isInternal()) out += text(arc.primPath);
  if (!arc.offset.isIdentity())
    out +=
        fmt::format(" ({}, {})", numberToText(arc.offset.offset), numberToText(arc.offset.scale));
  return out;
}
std::string text(const std::pair<std::string, std::string>& selection) {
  return selection.first + " = " + selection.second;
}
std::string text(const LayerOffset& offset) {
  return fmt::format("({}, {})", numberToText(offset.offset), numberToText(offset.scale));
}
std::string text(Specifier specifier) { return std::string(keywordOf(specifier)); }
std::string text(Variability variability) {
  return variability == Variability::Uniform ? "uniform" : "varying";
}
std::string text(Permission permission) {
  return permission == Permission::Private ? "private" : "public";
}
std::string text(const std::pair<Path, Path>& relocate) {
  return text(relocate.first) + " to " + text(relocate.second);
}

template <typename Items>
std::string tuple(const Items& items, int count) {
  std::string out = "(";
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ", ";
    out += text(items[static_cast<decltype(i)>(i)]);
  }
  return out + ')';
}
template <int N, typename T>
std::string text(const glm::vec<N, T>& v) {
  return tuple(v, N);
}
template <std::size_t N>
std::string text(const std::array<Half, N>& v) {
  std::string out = "(";
  for (std::size_t i = 0; i < N; ++i) out += (i > 0 ? ", " : "") + text(v[i]);
  return out + ')';
}
template <int N, typename T>
std::string text(const glm::mat<N, N, T>& m) {
  std::string out = "(";
  for (int row = 0; row < N; ++row) out += (row > 0 ? ", " : "") + text(m[row]);
  return out + ')';
}
template <typename T>
std::string text(const glm::qua<T>& q) {
  return fmt::format("({}, {}, {}, {})", text(q.w), text(q.x), text(q.y), text(q.z));
}
std::string text(const HalfQuat& q) {
  return fmt::format("({}, {}, {}, {})", text(q.ijkr[3]), text(q.ijkr[0]), text(q.ijkr[1]),
                     text(q.ijkr[2]));
}

template <typename Items>
std::string list(const Items& items, std::size_t maxElements) {
  std::string out = "[";
  std::size_t shown = 0;
  for (const auto& item : items) {
    if (shown == maxElements) break;
    if (shown++ > 0) out += ", ";
    out += text(item);
  }
  if (items.size() > shown) out += fmt::format(", … {} in all", items.size());
  return out + ']';
}

template <typename... T>
bool trySingles(const Value& value, std::string& out) {
  const auto one = [&](const auto* found) {
    if (found) out = text(*found);
    return found != nullptr;
  };
  return (one(value.find<T>()) || ...);
}

template <typename... T>
bool tryLists(const Value& value, std::size_t maxElements, std::string& out) {
  const auto one = [&]<typename Item>(const Item*) {
    if constexpr (!std::is_same_v<Item, LayerOffset>) {
      if (const auto* op = value.find<ListOp<Item>>()) {
        out = list(op->appliedItems(), maxElements);
        return true;
      }
    }
    if (const auto* items = value.find<std::vector<Item>>()) {
      out = list(*items, maxElements);
      return true;
    }
    return false;
  };
  return (one(static_cast<const T*>(nullptr)) || ...);
}

}  // namespace

std::string numberToText(double number) {
  if (number == 0.0) return "0";
  if (!std::isfinite(number)) return fmt::format("{}", number);
  return fmt::format("{:.6g}", number);
}

std::string valueToText(const Value& value, std::size_t maxElements) {
  if (value.isEmpty()) return "no value";
  if (value.isBlock()) return "blocked";
  std::string out;
  if (visitData(value, [&](const auto& x) {
        if constexpr (requires { x.span(); }) {
          out = list(x, maxElements);
        } else {
          out = text(x);
        }
      })) {
    return out;
  }
  if (const auto* dictionary = value.find<Dictionary>()) {
    return fmt::format("dictionary of {}", dictionary->entries().size());
  }
  if (const auto* unknown = value.find<UnregisteredValue>()) return unknown->text;
  if (const auto* selections = value.find<VariantSelections>())
    return list(*selections, maxElements);
  if (const auto* relocates = value.find<Relocates>()) return list(*relocates, maxElements);
  if (trySingles<Specifier, Variability, Permission>(value, out)) return out;
  if (tryLists<Token, std::string, Path, Reference, Payload, UnregisteredValue, std::int32_t,
               std::uint32_t, std::int64_t, std::uint64_t, LayerOffset>(value, maxElements, out)) {
    return out;
  }
  return "…";
}

}  // namespace usdscope
