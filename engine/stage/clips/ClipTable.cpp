// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipTable.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "engine/stage/clips/ClipFiles.h"
#include "engine/stage/resolve/StageValue.h"

namespace usdscope {
namespace {

constexpr std::uint32_t kNoProperty = 0xFFFFFFFFu;
// An attribute with more samples than this is not worth decoding as a whole.
constexpr std::size_t kMostSamples = 64;
// Memory is asked for in blocks: each request takes a lock that all clips share.
constexpr std::size_t kLargestBlock = 16 * 1024;
constexpr std::size_t kBytesOfRow = 64;
// A value in the table, with the largest object that it may refer to: a matrix or a short text.
constexpr std::size_t kValueByteSize = sizeof(Value) + 64;
constexpr std::size_t kLargeValueByteSize = sizeof(Value) + 160;
// Time samples as an object: two arrays, and what they refer to.
constexpr std::size_t kStoredByteSize = 320;

// Whether a value is a single one, and small.
bool isSmall(const Value& value) {
  return !value.isArray() && !value.holds<std::string>() &&
         (value.kind() != ValueKind::Other || value.isBlock());
}

std::size_t byteSizeOfSmall(const Value& value) {
  const bool isLarge = value.kind() == ValueKind::Matrix3d || value.kind() == ValueKind::Matrix4d;
  return isLarge ? kLargeValueByteSize : kValueByteSize;
}

}  // namespace

std::size_t ClipTable::leastByteSize() const {
  constexpr std::size_t kEmptyDeque = 640;
  return sizeof(ClipTable) + kEmptyDeque + sizeof(Slot) * layer_->propertyRowCount();
}

std::uint32_t ClipTable::rowOf(Path attribute, const RowGuess& guess) const {
  const LayerTables& tables = layer_->tables();
  const std::uint32_t guessed = guess.row();
  if (guessed < tables.properties.size()) {
    const PropertySpecRow& row = tables.properties[guessed];
    if (row.name == attribute.name() && tables.prims[row.prim].path == attribute.parent()) {
      return guessed;
    }
  }
  const PropertySpec spec = layer_->findProperty(attribute);
  if (!spec) return kNoProperty;
  guess.note(spec.row());
  return spec.row();
}

const ClipTable::Samples* ClipTable::find(Path attribute, const RowGuess& guess,
                                          ClipFiles& files) const {
  const std::uint32_t row = rowOf(attribute, guess);
  if (row == kNoProperty) return nullptr;
  const Slot* slots = slots_.load(std::memory_order_acquire);
  const Samples* samples = slots ? slots[row].load(std::memory_order_acquire) : nullptr;
  if (!samples) samples = read(row, files);
  return samples && !samples->times_.empty() ? samples : nullptr;
}

// Takes memory from the last block, or asks for another one.
bool ClipTable::spend(std::size_t byteSize, ClipFiles& files) const {
  if (byteSize > bytesLeft_) {
    const std::size_t block =
        std::max(byteSize, std::min(kLargestBlock, kBytesOfRow * layer_->propertyRowCount()));
    if (!files.grow(*this, block)) {
      isFull_ = true;
      return false;
    }
    bytesLeft_ = block;
  }
  bytesLeft_ -= byteSize;
  return true;
}

// Decodes samples and adds their size. Leaves `made` empty if playback cannot use the values.
void ClipTable::decode(const TimeSamples& found, Samples& made, std::size_t& byteSize) const {
  const std::size_t count = found.size();
  // Most clips have one sample.
  Value one;
  std::vector<Value> many(count > 1 ? count : 0);
  const std::span<Value> values = count > 1 ? std::span(many) : std::span(&one, 1);
  std::size_t smallByteSize = 0;
  bool isWhole = true;
  // The first array is enough to know that the samples stay in the file.
  for (std::size_t i = 0; i < count && isWhole; ++i) {
    values[i] = found.value(i);
    if (dependsOnAnchor(values[i])) return;
    smallByteSize += byteSizeOfSmall(values[i]);
    isWhole = isSmall(values[i]);
  }
  made.times_ = found.times() == lastTimes_ ? lastTimes_ : found.times();
  if (!isWhole) {
    made.stored_ = std::make_unique<const TimeSamples>(found);
    byteSize += kStoredByteSize;
  } else if (count == 1) {
    made.one_ = std::move(one);
    byteSize += smallByteSize;
  } else {
    made.many_ = std::make_unique<Value[]>(count);
    std::ranges::move(many, made.many_.get());
    byteSize += smallByteSize;
  }
  if (!made.times_.sharesStorageWith(lastTimes_)) {
    byteSize += kStoredByteSize / 2 + count * sizeof(double);
  }
}

const ClipTable::Samples* ClipTable::read(std::uint32_t row, ClipFiles& files) const {
  const std::lock_guard lock(mutex_);
  if (ownSlots_) {
    if (const Samples* read = ownSlots_[row].load(std::memory_order_relaxed)) return read;
  }
  if (isFull_) return nullptr;
  const Value field = PropertySpec(layer_.get(), row).field(fields::kTimeSamples);
  const auto* found = field.find<TimeSamples>();
  Samples made;
  std::size_t byteSize = sizeof(Samples);
  if (found && !found->isEmpty() && found->size() <= kMostSamples) decode(*found, made, byteSize);
  // A table counts as soon as it is used, so that clips have the size that is expected of them.
  if (!ownSlots_) byteSize += leastByteSize();
  if (!spend(byteSize, files)) return nullptr;
  if (!ownSlots_) {
    ownSlots_ = std::make_unique<Slot[]>(layer_->propertyRowCount());
    slots_.store(ownSlots_.get(), std::memory_order_release);
  }
  if (!made.times_.empty()) lastTimes_ = made.times_;
  const Samples& kept = samples_.emplace_back(std::move(made));
  ownSlots_[row].store(&kept, std::memory_order_release);
  return &kept;
}

}  // namespace usdscope
