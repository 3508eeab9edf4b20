// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "engine/format/usdc/writer/ValuePacking.h"
#include "engine/layer/Arcs.h"
#include "engine/value/ArrayEdit.h"

namespace usdscope::usdc {
namespace {

constexpr std::uint8_t kRelocatesSince = 11;
constexpr std::uint8_t kArrayEditsSince = 14;

// Appends a rep at a relative offset, directly after the offset.
void appendRepBehind(std::string& out, ValueRep rep) {
  append(out, std::int64_t{sizeof(std::int64_t)});
  append(out, rep.bits);
}

/// Appends items of lists and vectors. Has an overload for each item type.
class ItemAppender {
 public:
  explicit ItemAppender(Packing& to) : to_(to) {}

  template <typename T>
    requires std::is_arithmetic_v<T>
  void append(std::string& out, T number) {
    usdc::append(out, number);
  }
  void append(std::string& out, Token token) { usdc::append(out, to_.sink.token(token)); }
  void append(std::string& out, const std::string& text) {
    usdc::append(out, to_.sink.string(text));
  }
  void append(std::string& out, Path path) { usdc::append(out, to_.paths.path(path)); }
  void append(std::string& out, const LayerOffset& offset) {
    usdc::append(out, offset.offset);
    usdc::append(out, offset.scale);
  }
  void append(std::string& out, const Payload& payload) {
    append(out, payload.assetPath);
    append(out, payload.primPath);
    append(out, payload.offset);
  }
  void append(std::string& out, const Reference& reference) {
    append(out, reference.assetPath);
    append(out, reference.primPath);
    append(out, reference.offset);
    appendDictionary(to_, out, reference.customData);
  }
  void append(std::string& out, const UnregisteredValue& value) {
    appendRepBehind(out, packValue(to_, Value(value.text)));
  }
  template <typename A, typename B>
  void append(std::string& out, const std::pair<A, B>& pair) {
    append(out, pair.first);
    append(out, pair.second);
  }

  template <typename T>
  void appendAll(std::string& out, const std::vector<T>& items) {
    usdc::append(out, std::uint64_t{items.size()});
    for (const T& item : items) append(out, item);
  }

 private:
  Packing& to_;
};

template <typename T>
ValueRep packVector(Packing& to, CrateType type, const std::vector<T>& items) {
  std::string block;
  ItemAppender(to).appendAll(block, items);
  return makeRep(type, to.sink.place(block));
}

template <typename T>
ValueRep packListOp(Packing& to, CrateType type, const ListOp<T>& op) {
  // The bits of the first byte: the lists that follow, in this order.
  constexpr std::pair<std::uint8_t, std::vector<T> ListOp<T>::*> kLists[] = {
      {2, &ListOp<T>::explicitItems},   {4, &ListOp<T>::addedItems},
      {32, &ListOp<T>::prependedItems}, {64, &ListOp<T>::appendedItems},
      {8, &ListOp<T>::deletedItems},    {16, &ListOp<T>::orderedItems},
  };
  std::uint8_t header = op.isExplicit ? 1 : 0;
  std::string lists;
  for (const auto& [bit, list] : kLists) {
    if ((op.*list).empty()) continue;
    header = static_cast<std::uint8_t>(header | bit);
    ItemAppender(to).appendAll(lists, op.*list);
  }
  std::string block;
  append(block, header);
  return makeRep(type, to.sink.place(block, lists, 1));
}

ValueRep packTimes(Packing& to, const Array<double>& times) {
  if (to.lastTimesRep.bits != 0 && to.lastTimes.sharesStorageWith(times)) return to.lastTimesRep;
  std::string head;
  append(head, std::uint64_t{times.size()});
  const std::string_view body(reinterpret_cast<const char*>(times.data()),
                              times.size() * sizeof(double));
  to.lastTimes = times;
  to.lastTimesRep = makeRep(CrateType::DoubleVector, to.sink.place(head, body, 8));
  return to.lastTimesRep;
}

ValueRep packSamples(Packing& to, const TimeSamples& samples) {
  std::string block;
  block.reserve((samples.size() + 4) * sizeof(std::uint64_t));
  appendRepBehind(block, packTimes(to, samples.times()));
  append(block, std::int64_t{sizeof(std::int64_t)});
  append(block, std::uint64_t{samples.size()});
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const ValueRep rep = packValue(to, samples.value(i));
    append(block, rep.bits != 0 ? rep.bits : makeInlinedRep(CrateType::ValueBlock, 0).bits);
  }
  return makeRep(CrateType::TimeSamples, to.sink.place(block, 8));
}

ValueRep packDictionary(Packing& to, const Dictionary& dictionary) {
  if (dictionary.isEmpty()) return makeInlinedRep(CrateType::Dictionary, 0);
  std::string block;
  appendDictionary(to, block, dictionary);
  return makeRep(CrateType::Dictionary, to.sink.place(block));
}

ValueRep packArrayEdit(Packing& to, const ArrayEdit& edit) {
  if (!isValid(edit)) return kNoRep;
  constexpr int kOperationShift = 56;
  std::vector<std::int64_t> words;
  std::size_t run = 0;  // Offset of the word of the current run.
  for (const ArrayEditStep& step : edit.steps) {
    const bool startsRun = &step == edit.steps.data() || step.operation != (&step - 1)->operation;
    if (startsRun) {
      run = words.size();
      words.push_back(
          static_cast<std::int64_t>(static_cast<std::uint64_t>(step.operation) << kOperationShift));
    }
    ++words[run];
    const bool hasSource = step.takesLiteral() || step.takesElement();
    if (hasSource && !step.setsSize()) words.push_back(step.source);
    words.push_back(step.index);
    if (hasSource && step.setsSize()) words.push_back(step.source);
  }
  to.sink.need(kArrayEditsSince);
  const ValueRep literals = packArray(to, edit.literals);
  if (literals.bits == 0) return kNoRep;
  std::uint64_t offset = 0;  // For an edit without steps.
  if (!words.empty()) {
    std::string block;
    append(block, literals.bits);
    append(block, packArray(to, Value(Array<std::int64_t>(std::move(words)))).bits);
    append(block, std::uint8_t{0});
    offset = to.sink.place(block, 8);
  }
  return {std::uint64_t{1} << 60 | makeRep(literals.type(), offset).bits};
}

template <typename Enum>
ValueRep packEnum(CrateType type, Enum value) {
  return makeInlinedRep(type, static_cast<std::uint32_t>(value));
}

// The function that packs a value, by C++ type.
ValueRep pack(Packing& to, const Dictionary& value) { return packDictionary(to, value); }
ValueRep pack(Packing& to, const ListOp<Token>& value) {
  return packListOp(to, CrateType::TokenListOp, value);
}
ValueRep pack(Packing& to, const ListOp<std::string>& value) {
  return packListOp(to, CrateType::StringListOp, value);
}
ValueRep pack(Packing& to, const ListOp<Path>& value) {
  return packListOp(to, CrateType::PathListOp, value);
}
ValueRep pack(Packing& to, const ListOp<Reference>& value) {
  return packListOp(to, CrateType::ReferenceListOp, value);
}
ValueRep pack(Packing& to, const ListOp<Payload>& value) {
  return packListOp(to, CrateType::PayloadListOp, value);
}
ValueRep pack(Packing& to, const ListOp<std::int32_t>& value) {
  return packListOp(to, CrateType::IntListOp, value);
}
ValueRep pack(Packing& to, const ListOp<std::int64_t>& value) {
  return packListOp(to, CrateType::Int64ListOp, value);
}
ValueRep pack(Packing& to, const ListOp<std::uint32_t>& value) {
  return packListOp(to, CrateType::UIntListOp, value);
}
ValueRep pack(Packing& to, const ListOp<std::uint64_t>& value) {
  return packListOp(to, CrateType::UInt64ListOp, value);
}
ValueRep pack(Packing& to, const ListOp<UnregisteredValue>& value) {
  return packListOp(to, CrateType::UnregisteredValueListOp, value);
}
ValueRep pack(Packing& to, const std::vector<Path>& value) {
  return packVector(to, CrateType::PathVector, value);
}
ValueRep pack(Packing& to, const std::vector<Token>& value) {
  return packVector(to, CrateType::TokenVector, value);
}
ValueRep pack(Packing& to, const std::vector<double>& value) {
  return packVector(to, CrateType::DoubleVector, value);
}
ValueRep pack(Packing& to, const std::vector<LayerOffset>& value) {
  return packVector(to, CrateType::LayerOffsetVector, value);
}
ValueRep pack(Packing& to, const std::vector<std::string>& value) {
  return packVector(to, CrateType::StringVector, value);
}
ValueRep pack(Packing& to, const Relocates& value) {
  if (!value.empty()) to.sink.need(kRelocatesSince);
  return packVector(to, CrateType::Relocates, value);
}
ValueRep pack(Packing& to, const VariantSelections& value) {
  return packVector(to, CrateType::VariantSelectionMap, value);
}
ValueRep pack(Packing& to, const TimeSamples& value) { return packSamples(to, value); }
ValueRep pack(Packing& to, const Spline& value) { return packSpline(to, value); }
ValueRep pack(Packing& to, const ArrayEdit& value) { return packArrayEdit(to, value); }
ValueRep pack(Packing& to, const UnregisteredValue& value) {
  return packUnregistered(to, Value(value.text));
}
ValueRep pack(Packing&, Specifier value) { return packEnum(CrateType::Specifier, value); }
ValueRep pack(Packing&, Permission value) { return packEnum(CrateType::Permission, value); }
ValueRep pack(Packing&, Variability value) { return packEnum(CrateType::Variability, value); }
ValueRep pack(Packing&, ValueBlock) { return makeInlinedRep(CrateType::ValueBlock, 0); }
ValueRep pack(Packing&, AnimationBlock) { return makeInlinedRep(CrateType::AnimationBlock, 0); }

template <typename... Types>
ValueRep packFirstOf(Packing& to, const Value& value) {
  ValueRep rep;
  const auto tryType = [&]<typename T>(const T* found) {
    if (found) rep = pack(to, *found);
    return found != nullptr;
  };
  (tryType(value.find<Types>()) || ...);
  return rep;
}

}  // namespace

void appendDictionary(Packing& to, std::string& out, const Dictionary& dictionary) {
  std::uint64_t count = 0;
  std::string entries;
  for (const auto& [key, value] : dictionary.entries()) {
    const ValueRep rep = packValue(to, value);
    if (rep.bits == 0) continue;
    append(entries, to.sink.string(key));
    appendRepBehind(entries, rep);
    ++count;
  }
  append(out, count);
  out += entries;
}

ValueRep packUnregistered(Packing& to, const Value& value) {
  std::string block;
  appendRepBehind(block, packValue(to, value));
  return makeRep(CrateType::UnregisteredValue, to.sink.place(block));
}

ValueRep packComposite(Packing& to, const Value& value) {
  return packFirstOf<TimeSamples, ValueBlock, Specifier, Variability, Permission, Dictionary,
                     ListOp<Token>, ListOp<std::string>, ListOp<Path>, ListOp<Reference>,
                     ListOp<Payload>, ListOp<std::int32_t>, ListOp<std::int64_t>,
                     ListOp<std::uint32_t>, ListOp<std::uint64_t>, ListOp<UnregisteredValue>,
                     std::vector<Path>, std::vector<Token>, std::vector<double>,
                     std::vector<LayerOffset>, std::vector<std::string>, Relocates,
                     VariantSelections, Spline, ArrayEdit, UnregisteredValue, AnimationBlock>(
      to, value);
}

}  // namespace usdscope::usdc
