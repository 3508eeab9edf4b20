// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/detail/RowIndex.h"

#include "engine/stage/detail/StageRows.h"

namespace usdscope {
namespace {

// Puts a new object in the place of a null pointer, unless another thread was faster.
template <typename T>
T& putOnce(std::atomic<T*>& place, std::unique_ptr<T> made) {
  T* expected = nullptr;
  if (place.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *expected;
}

}  // namespace

Path indexPathOf(const PrimRow& row) {
  switch (row.indexOwner) {
    case IndexOwner::Parent:
      return row.givenIndex->path().child(row.path.name());
    case IndexOwner::Twin:
      return row.path;
    case IndexOwner::Self:
      break;
  }
  return row.givenIndex->path();
}

std::span<const CompositionInput> inputsOf(const PrimRow& row) {
  if (row.indexOwner == IndexOwner::Parent) return {};
  return row.givenIndex->inputs();
}

std::shared_ptr<const PrimIndex> currentIndexOf(const PrimRow& row, const Composer& composer) {
  return indexFrom(composer.current(row.givenIndex), row, composer);
}

std::shared_ptr<const PrimIndex> indexFrom(const std::shared_ptr<const PrimIndex>& given,
                                           const PrimRow& row, const Composer& composer) {
  switch (row.indexOwner) {
    case IndexOwner::Parent:
      return composer.computeChildIndex(*given, row.path.name());
    case IndexOwner::Twin:
      return Composer::copyIndex(*given, row.path);
    case IndexOwner::Self:
      break;
  }
  return given;
}

MadeIndexes::MadeIndexes(std::uint32_t rowCount)
    : blocks_((rowCount + kBlockSize - 1) / kBlockSize) {}

MadeIndexes::~MadeIndexes() {
  for (const auto& place : blocks_) {
    const std::unique_ptr<Block> block(place.load(std::memory_order_relaxed));
    if (!block) continue;
    for (const auto& made : *block) delete made.load(std::memory_order_relaxed);
  }
}

const std::shared_ptr<const PrimIndex>& MadeIndexes::findOrMake(std::uint32_t number,
                                                                const PrimRow& row,
                                                                const Composer& composer) const {
  auto& place = blocks_[number / kBlockSize];
  Block* block = place.load(std::memory_order_acquire);
  if (!block) block = &putOnce(place, std::make_unique<Block>());
  auto& slot = (*block)[number % kBlockSize];
  if (const Made* made = slot.load(std::memory_order_acquire)) return *made;
  return putOnce(slot, std::make_unique<const Made>(currentIndexOf(row, composer)));
}

}  // namespace usdscope
