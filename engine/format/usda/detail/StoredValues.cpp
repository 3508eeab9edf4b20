// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/StoredValues.h"

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <type_traits>

#include "engine/layer/Arcs.h"
#include "engine/layer/ListOp.h"

namespace usdscope::usda {
namespace {

// The meaning of the low half of a stored word, which the high half has.
enum class Tag : std::uint32_t {
  IndexOfValue,
  IndexOfDouble,
  DoubleAsFloat,
  Bool,
  Int,
  Float,
  Token,
  Specifier,
  Variability,
  IndexOfSamples,
  IndexOfText,
  OnlyPath,     // A ListOp that explicitly lists one path.
  IndexInPool,  // Also the numbers after it, one for each kind.
};

std::uint64_t word(Tag tag, std::uint32_t low) { return std::uint64_t(tag) << 32 | low; }

// Hashes the size, the start, the middle and the end. Different arrays usually differ there, and
// hashing millions of numbers would cost more than finding equal arrays saves.
std::size_t hashOfParts(std::string_view bytes) {
  constexpr std::size_t kPart = 64;
  const std::hash<std::string_view> hash;
  std::size_t result = bytes.size();
  if (bytes.size() <= 3 * kPart) return result + hash(bytes);
  for (const std::size_t begin : {std::size_t{0}, bytes.size() / 2, bytes.size() - kPart}) {
    result = result * 0x9E3779B97F4A7C15ull + hash(bytes.substr(begin, kPart));
  }
  return result;
}

// Returns the bytes of an array of plain elements; empty for all other values.
std::string_view bytesOfArray(const Value& value) {
  std::string_view bytes;
  visitData(value, [&](const auto& array) {
    using T = std::decay_t<decltype(array)>;
    if constexpr (detail::IsArray<T>::value) {
      using Element = typename T::value_type;
      // GLM types have copy constructors, but these only copy bytes.
      if constexpr (std::is_trivially_destructible_v<Element>) {
        bytes = {reinterpret_cast<const char*>(array.data()), array.size() * sizeof(Element)};
      }
    }
  });
  return bytes;
}

bool isSameArray(const Value& a, const Value& b) {
  return a.kind() == b.kind() && a.isArray() == b.isArray() && bytesOfArray(a) == bytesOfArray(b);
}

}  // namespace

std::uint64_t StoredValues::addSamples(const Array<double>& times, ValueKind kind,
                                       const ValueTable& values) {
  ValueTable& pool = pools_.of(kind);
  const std::size_t first = pool.size();
  pool.append(values);
  if (times_.empty() || !times_.back().sharesStorageWith(times)) times_.push_back(times);
  samples_.push_back(
      {static_cast<std::uint32_t>(times_.size() - 1), static_cast<std::uint32_t>(first), kind});
  return word(Tag::IndexOfSamples, static_cast<std::uint32_t>(samples_.size() - 1));
}

std::uint64_t StoredValues::add(Value value) {
  if (const auto* stored = value.find<StoredWord>()) return stored->word;
  if (const auto* number = value.find<double>()) {
    constexpr double kMost = std::numeric_limits<float>::max();
    const auto narrow = std::abs(*number) <= kMost ? static_cast<float>(*number) : 0.0f;
    if (std::bit_cast<std::uint64_t>(double{narrow}) == std::bit_cast<std::uint64_t>(*number)) {
      return word(Tag::DoubleAsFloat, std::bit_cast<std::uint32_t>(narrow));
    }
    doubles_.push_back(*number);
    return word(Tag::IndexOfDouble, static_cast<std::uint32_t>(doubles_.size() - 1));
  }
  if (const auto* token = value.find<Token>()) return word(Tag::Token, token->index());
  if (const auto* flag = value.find<bool>()) return word(Tag::Bool, *flag ? 1 : 0);
  if (const auto* v = value.find<Variability>()) {
    return word(Tag::Variability, static_cast<std::uint32_t>(*v));
  }
  if (const auto* s = value.find<Specifier>()) {
    return word(Tag::Specifier, static_cast<std::uint32_t>(*s));
  }
  if (const auto* number = value.find<float>()) {
    return word(Tag::Float, std::bit_cast<std::uint32_t>(*number));
  }
  if (const auto* number = value.find<std::int32_t>()) {
    return word(Tag::Int, std::bit_cast<std::uint32_t>(*number));
  }
  if (const auto* text = value.find<std::string>()) return addText(*text);
  if (const auto* op = value.find<ListOp<Path>>()) {
    if (op->explicitItems.size() == 1 && *op == ListOp<Path>::makeExplicit(op->explicitItems)) {
      return word(Tag::OnlyPath, op->explicitItems[0].index());
    }
  }
  if (const std::uint64_t pooled = addPooled(value)) return pooled;
  return word(Tag::IndexOfValue, addValue(std::move(value)));
}

std::uint64_t StoredValues::addText(const std::string& text) {
  if (texts_.size() + text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return word(Tag::IndexOfValue, addValue(Value(text)));
  }
  texts_ += text;
  textEnds_.push_back(static_cast<std::uint32_t>(texts_.size()));
  return word(Tag::IndexOfText, static_cast<std::uint32_t>(textEnds_.size() - 1));
}

std::uint64_t StoredValues::addPooled(const Value& value) {
  const ValueKind kind = value.kind();
  const bool isPlain = kind != ValueKind::Other && kind != ValueKind::Opaque &&
                       kind != ValueKind::Asset && kind != ValueKind::PathExpression;
  if (value.isArray() || !isPlain) return 0;
  ValueTable& pool = pools_.of(kind);
  pool.add(value);
  const auto tag = std::uint32_t(Tag::IndexInPool) + std::uint32_t(kind);
  return word(static_cast<Tag>(tag), static_cast<std::uint32_t>(pool.size() - 1));
}

std::uint32_t StoredValues::addValue(Value value) {
  constexpr std::size_t kPlaces = 1024;
  std::uint32_t* place = nullptr;
  if (const std::string_view bytes = bytesOfArray(value); !bytes.empty()) {
    if (arrays_.empty()) arrays_.resize(kPlaces);
    place = &arrays_[hashOfParts(bytes) % kPlaces];
    if (*place != 0 && isSameArray(values_[*place - 1], value)) return *place - 1;
  }
  values_.push_back(std::move(value));
  const auto count = static_cast<std::uint32_t>(values_.size());
  if (place) *place = count;
  return count - 1;
}

std::optional<std::uint32_t> StoredValues::addPart(std::shared_ptr<StoredValues> part) {
  if (parts_.size() == std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  constexpr std::size_t kLarge = 4096;
  for (Value& value : part->values_) {
    const std::string_view bytes = bytesOfArray(value);
    if (bytes.size() < kLarge) continue;
    Value& known = arraysOfParts_[hashOfParts(bytes)];
    if (known.isEmpty()) {
      known = value;
    } else if (isSameArray(known, value)) {
      value = known;
    }
  }
  parts_.push_back(std::move(part));
  return static_cast<std::uint32_t>(parts_.size());
}

bool StoredValues::isUnique(std::uint64_t stored) {
  const auto tag = static_cast<Tag>(stored >> 32);
  return tag == Tag::IndexOfDouble || tag == Tag::IndexOfSamples || tag == Tag::IndexOfText ||
         tag >= Tag::IndexInPool;
}

Value StoredValues::decode(std::uint64_t stored) const {
  if (const std::uint64_t part = stored >> 48; part != 0) {
    return parts_[part - 1]->decode(stored & 0xFFFF'FFFF'FFFFull);
  }
  const auto low = static_cast<std::uint32_t>(stored);
  switch (static_cast<Tag>(stored >> 32)) {
    case Tag::IndexOfValue:
      return values_[low];
    case Tag::IndexOfDouble:
      return Value(doubles_[low]);
    case Tag::DoubleAsFloat:
      return Value(double{std::bit_cast<float>(low)});
    case Tag::IndexOfText: {
      const std::uint32_t begin = low == 0 ? 0 : textEnds_[low - 1];
      return Value(texts_.substr(begin, textEnds_[low] - begin));
    }
    case Tag::OnlyPath:
      return Value(ListOp<Path>::makeExplicit({Path::fromIndex(low)}));
    case Tag::Bool:
      return Value(low != 0);
    case Tag::Int:
      return Value(std::bit_cast<std::int32_t>(low));
    case Tag::Float:
      return Value(std::bit_cast<float>(low));
    case Tag::Token:
      return Value(Token::fromIndex(low));
    case Tag::Specifier:
      return Value(static_cast<Specifier>(low));
    case Tag::Variability:
      return Value(static_cast<Variability>(low));
    case Tag::IndexOfSamples:
      return decodeSamples(samples_[low]);
    case Tag::IndexInPool:
      break;
  }
  const auto kind = (stored >> 32) - std::uint64_t(Tag::IndexInPool);
  return pools_.of(static_cast<ValueKind>(kind)).at(low);
}

Value StoredValues::decodeSamples(const SampleRow& row) const {
  const Array<double>& times = times_[row.times];
  const auto tag = static_cast<Tag>(std::uint32_t(Tag::IndexInPool) + std::uint32_t(row.kind));
  std::vector<std::uint64_t> words(times.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = word(tag, row.first + static_cast<std::uint32_t>(i));
  }
  return Value(TimeSamples(times, Array<std::uint64_t>(std::move(words)), shared_from_this()));
}

void StoredValues::shrink() {
  values_.shrink_to_fit();
  // Assigning `{}` would keep the memory.
  arrays_ = std::vector<std::uint32_t>();
  arraysOfParts_ = decltype(arraysOfParts_)();
  doubles_.shrink_to_fit();
  textEnds_.shrink_to_fit();
  texts_.shrink_to_fit();
  pools_.shrink();
  samples_.shrink_to_fit();
  times_.shrink_to_fit();
  parts_.shrink_to_fit();
}

}  // namespace usdscope::usda
