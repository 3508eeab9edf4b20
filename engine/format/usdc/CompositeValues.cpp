// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/format/usdc/ValueReading.h"
#include "engine/layer/Arcs.h"
#include "engine/value/TimeSamples.h"

namespace usdscope::usdc {
namespace {

constexpr CrateVersion kPayloadOffsetsSince{0, 8, 0};

// Reads a value whose rep is at a relative offset, after the data of the value. The next item
// follows the rep.
Value readElsewhere(ValueReading& reading, ByteCursor& in) {
  in.seekRelative();
  const ValueRep rep{in.read<std::uint64_t>()};
  return in.hasFailed() ? Value() : reading.readInner(rep);
}

// Unregistered metadata is text, a dictionary, or a list operation of these.
Value readUnregistered(ValueReading& reading, ByteCursor& in) {
  Value value = readElsewhere(reading, in);
  const auto* text = value.find<std::string>();
  return text ? Value(UnregisteredValue{*text}) : value;
}

// Items of lists: their smallest size in the file, and how they are read. Broken items make the
// cursor fail.
template <typename T>
struct ItemReader;

template <typename T>
  requires std::is_integral_v<T>
struct ItemReader<T> {
  static constexpr std::size_t kStoredSize = sizeof(T);
  static T read(ValueReading&, ByteCursor& in) { return in.read<T>(); }
};

// Makes `in` fail when there is no value.
template <typename T>
T orFail(ByteCursor& in, const std::optional<T>& item) {
  if (!item) in.fail();
  return item.value_or(T());
}

template <>
struct ItemReader<Token> {
  static constexpr std::size_t kStoredSize = 4;
  static Token read(ValueReading& reading, ByteCursor& in) {
    return orFail(in, reading.token(in.read<std::uint32_t>()));
  }
};

template <>
struct ItemReader<std::string> {
  static constexpr std::size_t kStoredSize = 4;
  static std::string read(ValueReading& reading, ByteCursor& in) {
    return orFail(in, reading.string(in.read<std::uint32_t>())).string();
  }
};

template <>
struct ItemReader<Path> {
  static constexpr std::size_t kStoredSize = 4;
  static Path read(ValueReading& reading, ByteCursor& in) {
    return orFail(in, reading.path(in.read<std::uint32_t>()));
  }
};

template <>
struct ItemReader<double> {
  static constexpr std::size_t kStoredSize = sizeof(double);
  static double read(ValueReading&, ByteCursor& in) { return in.read<double>(); }
};

template <>
struct ItemReader<LayerOffset> {
  static constexpr std::size_t kStoredSize = 16;
  static LayerOffset read(ValueReading&, ByteCursor& in) {
    LayerOffset offset;
    offset.offset = in.read<double>();
    offset.scale = in.read<double>();
    return offset;
  }
};

template <>
struct ItemReader<Payload> {
  static constexpr std::size_t kStoredSize = 8;
  static Payload read(ValueReading& reading, ByteCursor& in) {
    Payload payload;
    payload.assetPath = ItemReader<std::string>::read(reading, in);
    payload.primPath = ItemReader<Path>::read(reading, in);
    if (reading.content().header.version >= kPayloadOffsetsSince) {
      payload.offset = ItemReader<LayerOffset>::read(reading, in);
    }
    return payload;
  }
};

template <>
struct ItemReader<Reference> {
  static constexpr std::size_t kStoredSize = 32;
  static Reference read(ValueReading& reading, ByteCursor& in) {
    Reference reference;
    reference.assetPath = ItemReader<std::string>::read(reading, in);
    reference.primPath = ItemReader<Path>::read(reading, in);
    reference.offset = ItemReader<LayerOffset>::read(reading, in);
    reference.customData = orFail(in, readDictionary(reading, in));
    return reference;
  }
};

template <>
struct ItemReader<UnregisteredValue> {
  static constexpr std::size_t kStoredSize = 8;
  static UnregisteredValue read(ValueReading& reading, ByteCursor& in) {
    const Value value = readUnregistered(reading, in);
    if (!value) in.fail();
    return value.valueOr(UnregisteredValue());
  }
};

template <typename A, typename B>
struct ItemReader<std::pair<A, B>> {
  static constexpr std::size_t kStoredSize =
      ItemReader<A>::kStoredSize + ItemReader<B>::kStoredSize;
  static std::pair<A, B> read(ValueReading& reading, ByteCursor& in) {
    A first = ItemReader<A>::read(reading, in);
    return {std::move(first), ItemReader<B>::read(reading, in)};
  }
};

template <typename T>
std::vector<T> readItems(ValueReading& reading, ByteCursor& in) {
  std::vector<T> items;
  const auto count = reading.readCount(in, ItemReader<T>::kStoredSize, sizeof(T));
  if (!count) in.fail();
  items.reserve(count.value_or(0));
  for (std::size_t i = 0; i < count.value_or(0) && !in.hasFailed(); ++i) {
    items.push_back(ItemReader<T>::read(reading, in));
  }
  return items;
}

template <typename T>
Value readVector(ValueReading& reading, ByteCursor in) {
  std::vector<T> items = readItems<T>(reading, in);
  return in.hasFailed() ? Value() : Value(std::move(items));
}

template <typename T>
Value readListOp(ValueReading& reading, ByteCursor in) {
  // The bits of the first byte: the lists that follow, in this order.
  constexpr std::pair<unsigned, std::vector<T> ListOp<T>::*> kLists[] = {
      {2, &ListOp<T>::explicitItems},   {4, &ListOp<T>::addedItems},
      {32, &ListOp<T>::prependedItems}, {64, &ListOp<T>::appendedItems},
      {8, &ListOp<T>::deletedItems},    {16, &ListOp<T>::orderedItems},
  };
  const auto header = in.read<std::uint8_t>();
  ListOp<T> op;
  op.isExplicit = header & 1;
  for (const auto& [bit, list] : kLists) {
    if (header & bit) op.*list = readItems<T>(reading, in);
  }
  return in.hasFailed() ? Value() : Value(std::move(op));
}

Value readVariantSelections(ValueReading& reading, ByteCursor in) {
  auto selections = readItems<std::pair<std::string, std::string>>(reading, in);
  if (in.hasFailed()) return {};
  std::ranges::stable_sort(selections, {}, &VariantSelections::value_type::first);
  return Value(VariantSelections(std::move(selections)));
}

// Reads a single payload, as in files before 0.8. One without an asset means `None`.
Value readSinglePayload(ValueReading& reading, ByteCursor in) {
  Payload payload = ItemReader<Payload>::read(reading, in);
  if (in.hasFailed()) return {};
  std::vector<Payload> items;
  if (!payload.assetPath.empty()) items.push_back(std::move(payload));
  return Value(ListOp<Payload>::makeExplicit(std::move(items)));
}

// Returns numbers in the file, without a copy if they are aligned.
// `owner` keeps the bytes of the file alive.
template <typename T>
Array<T> numbersInPlace(ValueReading& reading, ByteCursor& in, std::shared_ptr<const void> owner) {
  const auto count = in.read<std::uint64_t>();
  if (count > in.remaining() / sizeof(T)) in.fail();
  if (in.hasFailed() || count == 0) return {};
  const auto bytes = in.take(count * sizeof(T));
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0) {
    return {{reinterpret_cast<const T*>(bytes.data()), count}, std::move(owner)};
  }
  if (!reading.spend(count, sizeof(T))) {
    in.fail();
    return {};
  }
  std::vector<T> copy(count);
  std::memcpy(copy.data(), bytes.data(), bytes.size());
  return Array<T>(std::move(copy));
}

Array<double> readTimes(ValueReading& reading, ValueRep rep) {
  if (rep.isArray()) return readArray(reading, rep).valueOr(Array<double>());
  ByteCursor in = reading.cursorAt(rep.payload());
  if (rep.type() != CrateType::DoubleVector || rep.isInlined()) return {};
  return numbersInPlace<double>(reading, in, reading.content().bytes.owner());
}

// Sorts samples and keeps one for each time, which writers other than the reference may not do.
void sortSamples(Array<double>& times, Array<std::uint64_t>& reps) {
  std::vector<std::pair<double, std::uint64_t>> samples;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isnan(times[i])) samples.emplace_back(times[i], reps[i]);
  }
  std::ranges::stable_sort(samples, {}, &std::pair<double, std::uint64_t>::first);
  const auto equalTimes = [](const auto& a, const auto& b) { return a.first == b.first; };
  samples.erase(std::ranges::unique(samples, equalTimes).begin(), samples.end());
  std::vector<double> sortedTimes;
  std::vector<std::uint64_t> sortedReps;
  for (const auto& [time, rep] : samples) {
    sortedTimes.push_back(time);
    sortedReps.push_back(rep);
  }
  times = Array<double>(std::move(sortedTimes));
  reps = Array<std::uint64_t>(std::move(sortedReps));
}

// Whether the times are ascending, without duplicates, and numbers.
bool areTimesInOrder(std::span<const double> times) {
  const auto isOutOfOrder = [](double a, double b) { return !(a < b); };
  return std::adjacent_find(times.begin(), times.end(), isOutOfOrder) == times.end() &&
         !(times.size() == 1 && std::isnan(times[0]));
}

Value readTimeSamples(ValueReading& reading, ByteCursor in) {
  in.seekRelative();
  const ValueRep timesRep{in.read<std::uint64_t>()};
  in.seekRelative();
  if (in.hasFailed()) return {};

  KnownTimes& known = reading.knownTimes();
  const Array<double>* const found = known.find(timesRep.bits);
  Array<double> sampleTimes = found ? *found : readTimes(reading, timesRep);
  // The decoder of the samples keeps the bytes alive. Counting one more owner costs much if several
  // threads read samples of one file.
  Array<std::uint64_t> reps = numbersInPlace<std::uint64_t>(reading, in, nullptr);
  if (in.hasFailed()) return reading.fail("it counts more samples than there are bytes behind it");
  if (sampleTimes.size() != reps.size()) {
    return reading.fail("it has more times than samples, or fewer");
  }
  if (!found && !areTimesInOrder(sampleTimes.span())) {
    if (!reading.spend(sampleTimes.size(), 4 * sizeof(double))) return {};
    sortSamples(sampleTimes, reps);
  } else if (!found && !timesRep.isArray() && !sampleTimes.empty()) {
    known.add(timesRep.bits, sampleTimes);
  }
  if (!reading.checkSamples(sampleTimes.span(), reps.span())) return {};
  return Value(TimeSamples(std::move(sampleTimes), std::move(reps), reading.sampleDecoder()));
}

Value readDictionaryValue(ValueReading& reading, ByteCursor in) {
  auto dictionary = readDictionary(reading, in);
  return dictionary ? Value(std::move(*dictionary)) : Value();
}

}  // namespace

std::optional<Dictionary> readDictionary(ValueReading& reading, ByteCursor& in) {
  constexpr std::size_t kEntrySize = sizeof(std::uint32_t) + sizeof(std::int64_t);
  const auto count = reading.readCount(in, kEntrySize, sizeof(Dictionary::Entry));
  if (!count || !reading.enterDictionary()) return std::nullopt;
  std::vector<Dictionary::Entry> entries;
  for (std::size_t i = 0; i < *count; ++i) {
    const auto key = reading.string(in.read<std::uint32_t>());
    Value value = readElsewhere(reading, in);
    if (!key || !value) return std::nullopt;
    entries.emplace_back(key->string(), std::move(value));
  }
  reading.leaveDictionary();
  std::ranges::stable_sort(entries, {}, &Dictionary::Entry::first);
  if (std::ranges::adjacent_find(entries, {}, &Dictionary::Entry::first) != entries.end()) {
    reading.fail("a dictionary has a key twice");
    return std::nullopt;
  }
  Dictionary dictionary;
  for (auto& [key, value] : entries) dictionary.set(std::move(key), std::move(value));
  return dictionary;
}

Value readComposite(ValueReading& reading, ValueRep rep) {
  if (rep.isInlined()) {
    return rep.type() == CrateType::Dictionary ? Value(Dictionary()) : Value();
  }
  ByteCursor in = reading.cursorAt(rep.payload());
  switch (rep.type()) {
    case CrateType::Dictionary:
      return readDictionaryValue(reading, in);
    case CrateType::TokenListOp:
      return readListOp<Token>(reading, in);
    case CrateType::StringListOp:
      return readListOp<std::string>(reading, in);
    case CrateType::PathListOp:
      return readListOp<Path>(reading, in);
    case CrateType::ReferenceListOp:
      return readListOp<Reference>(reading, in);
    case CrateType::PayloadListOp:
      return readListOp<Payload>(reading, in);
    case CrateType::IntListOp:
      return readListOp<std::int32_t>(reading, in);
    case CrateType::Int64ListOp:
      return readListOp<std::int64_t>(reading, in);
    case CrateType::UIntListOp:
      return readListOp<std::uint32_t>(reading, in);
    case CrateType::UInt64ListOp:
      return readListOp<std::uint64_t>(reading, in);
    case CrateType::UnregisteredValueListOp:
      return readListOp<UnregisteredValue>(reading, in);
    case CrateType::PathVector:
      return readVector<Path>(reading, in);
    case CrateType::TokenVector:
      return readVector<Token>(reading, in);
    case CrateType::DoubleVector:
      return readVector<double>(reading, in);
    case CrateType::LayerOffsetVector:
      return readVector<LayerOffset>(reading, in);
    case CrateType::StringVector:
      return readVector<std::string>(reading, in);
    case CrateType::Relocates:
      return readVector<Relocates::value_type>(reading, in);
    case CrateType::VariantSelectionMap:
      return readVariantSelections(reading, in);
    case CrateType::Payload:
      return readSinglePayload(reading, in);
    case CrateType::TimeSamples:
      return readTimeSamples(reading, in);
    case CrateType::Value:
      return readElsewhere(reading, in);
    case CrateType::UnregisteredValue:
      return readUnregistered(reading, in);
    case CrateType::Spline:
      return readSpline(reading, in);
    default:
      return {};
  }
}

}  // namespace usdscope::usdc
