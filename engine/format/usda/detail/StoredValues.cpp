// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/StoredValues.h"

#include <bit>

#include "engine/layer/Arcs.h"

namespace usdscope::usda {
namespace {

// What the low half of a stored word is; the high half tells.
enum class Tag : std::uint32_t {
  IndexOfValue,
  IndexOfDouble,
  Bool,
  Int,
  Float,
  Token,
  Specifier,
  Variability,
  IndexOfSamples,
  IndexInPool,  // And the kinds that follow it, counted up.
};

std::uint64_t word(Tag tag, std::uint32_t low) { return std::uint64_t(tag) << 32 | low; }

template <typename T>
void shrinkPool(std::vector<T>& pool) {
  pool.shrink_to_fit();
}
void shrinkPool(int) {}  // Ends the list of pools.

}  // namespace

std::uint64_t StoredValues::addSampleRow(const Array<double>& times, ValueKind kind,
                                         std::size_t first) {
  if (times_.empty() || !times_.back().sharesStorageWith(times)) times_.push_back(times);
  samples_.push_back(
      {static_cast<std::uint32_t>(times_.size() - 1), static_cast<std::uint32_t>(first), kind});
  return word(Tag::IndexOfSamples, static_cast<std::uint32_t>(samples_.size() - 1));
}

std::uint64_t StoredValues::add(Value value) {
  if (const auto* stored = value.find<StoredWord>()) return stored->word;
  if (const auto* number = value.find<double>()) {
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
  values_.push_back(std::move(value));
  return word(Tag::IndexOfValue, static_cast<std::uint32_t>(values_.size() - 1));
}

Value StoredValues::decode(std::uint64_t stored) const {
  const auto low = static_cast<std::uint32_t>(stored);
  switch (static_cast<Tag>(stored >> 32)) {
    case Tag::IndexOfValue:
      return values_[low];
    case Tag::IndexOfDouble:
      return Value(doubles_[low]);
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
  return decodePooled(static_cast<ValueKind>(kind), low);
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

Value StoredValues::decodePooled(ValueKind kind, std::uint32_t index) const {
  switch (kind) {
#define USDSCOPE_POOLED(Kind, Type, Element) \
  case ValueKind::Kind:                      \
    return Value(Type(std::get<std::vector<Element>>(pools_)[index]));
    USDSCOPE_VALUE_TYPES(USDSCOPE_POOLED)
#undef USDSCOPE_POOLED
    case ValueKind::Other:
      break;
  }
  return {};
}

void StoredValues::shrink() {
  values_.shrink_to_fit();
  doubles_.shrink_to_fit();
  std::apply([](auto&... pools) { (shrinkPool(pools), ...); }, pools_);
  samples_.shrink_to_fit();
  times_.shrink_to_fit();
}

}  // namespace usdscope::usda
