// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipContentsStore.h"

#include <utility>

namespace usdscope {
namespace {

constexpr std::size_t kByteSizeOfEntry = 128;  // Without the name of the file.

std::size_t byteSizeOfContents(const ClipContents& contents) {
  return sizeof(ClipContents) + contents.hasValues.size() / 8 +
         contents.otherTypes.size() * sizeof(contents.otherTypes[0]) +
         contents.undeclared.size() * sizeof(contents.undeclared[0]);
}

}  // namespace

std::shared_ptr<const ClipContents> ClipContentsStore::find(const ClipContentsKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = byFile_.find(key.file);
  if (found == byFile_.end()) return nullptr;
  const Kept& kept = found->second;
  const bool isSame = kept.modificationTime == key.modificationTime && kept.wanted == key.wanted;
  return isSame ? kept.contents : nullptr;
}

void ClipContentsStore::keep(const ClipContentsKey& key, const ClipContents& contents) {
  const std::lock_guard lock(mutex_);
  const bool isShared = last_ && *last_ == contents;
  const bool isKnown = byFile_.contains(key.file);
  // The contents that this file had before may be those of other files too, so that their size
  // stays counted.
  const std::size_t more = (isShared ? 0 : byteSizeOfContents(contents)) +
                           (isKnown ? 0 : kByteSizeOfEntry + key.file.size());
  if (more > byteBudget_ - byteSize_) return;
  byteSize_ += more;
  if (!isShared) last_ = std::make_shared<const ClipContents>(contents);
  byFile_.insert_or_assign(key.file, Kept{key.modificationTime, key.wanted, last_});
}

std::size_t ClipContentsStore::byteSize() const {
  const std::lock_guard lock(mutex_);
  return byteSize_;
}

}  // namespace usdscope
