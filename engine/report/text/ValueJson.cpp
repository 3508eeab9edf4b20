// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text/ValueJson.h"

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/base/Sha1.h"
#include "engine/base/Utf8.h"
#include "engine/layer/Arcs.h"
#include "engine/value/Dictionary.h"

namespace usdscope {
namespace {

constexpr std::size_t kWholeArray = 16;
constexpr std::size_t kEnds = 4;

// Appends the components of a floating-point value in the order of reports.
void appendComponents(float x, std::vector<double>& out) { out.push_back(x); }
void appendComponents(double x, std::vector<double>& out) { out.push_back(x); }
void appendComponents(Half x, std::vector<double>& out) { out.push_back(float(x)); }
void appendComponents(TimeCodeValue x, std::vector<double>& out) { out.push_back(x.time); }
void appendComponents(DurationValue x, std::vector<double>& out) { out.push_back(x.time); }
template <int N, typename T>
void appendComponents(const glm::vec<N, T>& v, std::vector<double>& out) {
  for (int i = 0; i < N; ++i) out.push_back(double(v[i]));
}
template <std::size_t N>
void appendComponents(const std::array<Half, N>& v, std::vector<double>& out) {
  for (const Half h : v) out.push_back(float(h));
}
template <int N, typename T>
void appendComponents(const glm::mat<N, N, T>& m, std::vector<double>& out) {
  for (int row = 0; row < N; ++row) appendComponents(m[row], out);
}
template <typename T>
void appendComponents(const glm::qua<T>& q, std::vector<double>& out) {
  out.insert(out.end(), {double(q.w), double(q.x), double(q.y), double(q.z)});
}
void appendComponents(const HalfQuat& q, std::vector<double>& out) {
  for (const std::size_t i : {3u, 0u, 1u, 2u}) out.push_back(float(q.ijkr[i]));
}

template <typename T>
struct IsIntVector : std::false_type {};
template <int N>
struct IsIntVector<glm::vec<N, int>> : std::true_type {};

template <typename T>
concept FloatingPoint = !IsIntVector<T>::value && requires(const T& x, std::vector<double>& out) {
  appendComponents(x, out);
} && (std::is_class_v<T> || std::is_floating_point_v<T>);

template <typename T>
struct MatrixSize : std::integral_constant<int, 0> {};
template <int N, typename T>
struct MatrixSize<glm::mat<N, N, T>> : std::integral_constant<int, N> {};

class Writer {
 public:
  explicit Writer(const LayerNames& names) : names_(names) {}

  template <FloatingPoint T>
  Json json(const T& x) const {
    std::vector<double> parts;
    appendComponents(x, parts);
    if constexpr (MatrixSize<T>::value > 0) {
      constexpr auto kSize = std::size_t{MatrixSize<T>::value};
      Json rows = Json::array();
      for (std::size_t row = 0; row < kSize; ++row) {
        Json numbers = Json::array();
        for (std::size_t i = 0; i < kSize; ++i)
          numbers.push_back(numberToJson(parts[row * kSize + i]));
        rows.push_back(std::move(numbers));
      }
      return rows;
    } else {
      if (isSingle<T>()) return numberToJson(parts[0]);
      Json numbers = Json::array();
      for (const double part : parts) numbers.push_back(numberToJson(part));
      return numbers;
    }
  }
  Json json(BoolByte x) const { return bool(x); }
  template <typename T>
    requires std::is_integral_v<T>
  Json json(T x) const {
    return x;
  }
  template <int N>
  Json json(const glm::vec<N, int>& v) const {
    Json numbers = Json::array();
    for (int i = 0; i < N; ++i) numbers.push_back(v[i]);
    return numbers;
  }
  // The reference drops text that is not valid UTF-8.
  Json json(const std::string& x) const { return isUtf8(x) ? Json(x) : Json(); }
  Json json(Token x) const { return x.text(); }
  Json json(const PathExpression& x) const { return x.text; }
  Json json(Path x) const { return '<' + x.text() + '>'; }
  Json json(const UnregisteredValue& x) const { return x.text; }
  Json json(const OpaqueValue&) const { return {{"unknown", "OpaqueValue"}}; }
  Json json(const AssetPath& x) const {
    return {{"asset", x.path()},
            {"resolved", x.resolved.empty() ? Json() : Json(names_.file(x.resolved))}};
  }

  template <typename Items>
  Json list(const Items& items) const {
    if (items.size() > kWholeArray) return digest(items);
    Json out = Json::array();
    for (const auto& item : items) out.push_back(json(item));
    return out;
  }
  template <typename T>
  Json json(const Array<T>& items) const {
    return list(items);
  }

  Json json(const Dictionary& dictionary) const {
    Json out = Json::object();
    for (const auto& [key, value] : dictionary.entries()) out[key] = any(value);
    return out;
  }

  Json any(const Value& value) const {
    Json out;
    if (visitData(value, [&](const auto& x) { out = json(x); })) return out;
    if (const auto* dictionary = value.find<Dictionary>()) return json(*dictionary);
    if (const auto* text = value.find<UnregisteredValue>()) return json(*text);
    if (const auto* path = value.find<Path>()) return json(*path);
    if (tryListOps<Token, std::string, Path, std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t, UnregisteredValue>(value, out) ||
        tryLists<Token, std::string, Path, Value>(value, out)) {
      return out;
    }
    return nullptr;
  }
  Json json(const Value& value) const { return any(value); }

 private:
  template <typename T>
  static constexpr bool isSingle() {
    return std::is_arithmetic_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, TimeCodeValue> ||
           std::is_same_v<T, DurationValue>;
  }

  template <typename... T>
  bool tryListOps(const Value& value, Json& out) const {
    return (
        (value.holds<ListOp<T>>() && (out = list(value.find<ListOp<T>>()->appliedItems()), true)) ||
        ...);
  }
  template <typename... T>
  bool tryLists(const Value& value, Json& out) const {
    return ((value.holds<std::vector<T>>() && (out = list(*value.find<std::vector<T>>()), true)) ||
            ...);
  }

  template <typename Items>
  Json digest(const Items& items) const {
    const std::size_t n = items.size();
    Json out = {{"n", n}, {"head", Json::array()}, {"tail", Json::array()}};
    for (std::size_t i = 0; i < kEnds; ++i) {
      out["head"].push_back(json(items[i]));
      out["tail"].push_back(json(items[n - kEnds + i]));
    }
    using Item = std::decay_t<decltype(items[0])>;
    if constexpr (FloatingPoint<Item>) {
      addSums(items, out);
    } else {
      Sha1 sha1;
      for (std::size_t i = 0; i < n; ++i) {
        if (i > 0) sha1.update("\n");
        sha1.update(exactText(items[i]));
      }
      out["sha1"] = sha1.finish();
    }
    return out;
  }

  template <typename Items>
  static void addSums(const Items& items, Json& out) {
    const std::size_t n = items.size();
    std::vector<double> parts, sum, magnitude, ramp;
    for (std::size_t i = 0; i < n; ++i) {
      parts.clear();
      appendComponents(items[i], parts);
      sum.resize(parts.size());
      magnitude.resize(parts.size());
      ramp.resize(parts.size());
      const double weight = double(i) / double(n - 1);
      for (std::size_t c = 0; c < parts.size(); ++c) {
        sum[c] += parts[c];
        magnitude[c] += std::abs(parts[c]);
        ramp[c] += parts[c] * weight;
      }
    }
    const auto totals = [](const std::vector<double>& columns) {
      if (columns.size() == 1) return numberToJson(columns[0]);
      Json numbers = Json::array();
      for (const double x : columns) numbers.push_back(numberToJson(x));
      return numbers;
    };
    out["sum"] = totals(sum);
    out["sumabs"] = totals(magnitude);
    out["ramp"] = totals(ramp);
  }

  static std::string exactText(BoolByte x) { return x ? "true" : "false"; }
  template <typename T>
    requires std::is_integral_v<T>
  static std::string exactText(T x) {
    return std::to_string(x);
  }
  template <int N>
  static std::string exactText(const glm::vec<N, int>& v) {
    std::string text;
    for (int i = 0; i < N; ++i) text += (i > 0 ? " " : "") + std::to_string(v[i]);
    return text;
  }
  static std::string exactText(const std::string& x) { return x; }
  static std::string exactText(Token x) { return x.string(); }
  static std::string exactText(const PathExpression& x) { return x.text; }
  static std::string exactText(Path x) { return x.text(); }
  static std::string exactText(const AssetPath& x) { return x.path(); }
  static std::string exactText(const UnregisteredValue& x) { return x.text; }
  static std::string exactText(const OpaqueValue&) { return {}; }
  static std::string exactText(const Value& x) {
    std::string text;
    visitData(x, [&](const auto& item) {
      if constexpr (requires { exactText(item); }) text = exactText(item);
    });
    return text;
  }

  const LayerNames& names_;
};

}  // namespace

Json valueToJson(const Value& value, const LayerNames& names) { return Writer(names).any(value); }

}  // namespace usdscope
