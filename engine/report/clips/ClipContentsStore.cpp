// SPDX-License-Identifier: Apache-2.0
#include "engine/report/clips/ClipContentsStore.h"

#include <utility>

namespace usdscope {
namespace {

std::size_t byteSizeOfEntry(const std::string& file) {
  constexpr std::size_t kByteSizeWithoutName = 128;
  return kByteSizeWithoutName + file.size();
}

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
  for (const Kept& kept : found->second) {
    if (kept.modificationTime != key.modificationTime || kept.wanted != key.wanted) continue;
    return {kept.shared, &kept.shared->contents};
  }
  return nullptr;
}

void ClipContentsStore::keep(const ClipContentsKey& key, const ClipContents& contents) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Shared> shared = last_ && last_->contents == contents ? last_ : nullptr;
  const auto more = [&] {
    const bool isCounted = shared && shared->entryCount > 0;
    return byteSizeOfEntry(key.file) + (isCounted ? 0 : byteSizeOfContents(contents));
  };
  forgetReplaced(key);
  // Attributes and types change while a scene is edited, so that old entries may be of no use.
  while (more() > byteBudget_ - byteSize_) {
    if (!forgetOldest(key.file)) return;
  }
  const std::size_t added = more();
  if (!shared) shared = std::make_shared<Shared>(Shared{contents});
  byFile_[key.file].push_back({key.modificationTime, key.wanted, shared});
  // Memory may end before this place. The size is that of what is kept even then.
  ++shared->entryCount;
  byteSize_ += added;
  last_ = std::move(shared);
}

// Forgets the contents of other versions of a file, and those for the same attributes.
void ClipContentsStore::forgetReplaced(const ClipContentsKey& key) {
  const auto found = byFile_.find(key.file);
  if (found == byFile_.end()) return;
  std::erase_if(found->second, [&](const Kept& kept) {
    if (kept.modificationTime == key.modificationTime && kept.wanted != key.wanted) return false;
    release(key.file, kept);
    return true;
  });
  if (found->second.empty()) byFile_.erase(found);
}

// Forgets the oldest entry of a file. Returns false if the file has none.
bool ClipContentsStore::forgetOldest(const std::string& file) {
  const auto found = byFile_.find(file);
  if (found == byFile_.end()) return false;
  std::vector<Kept>& entries = found->second;
  if (!entries.empty()) {
    release(file, entries.front());
    entries.erase(entries.begin());
  }
  if (entries.empty()) byFile_.erase(found);
  return true;
}

// Takes an entry out of the size. The caller removes it.
void ClipContentsStore::release(const std::string& file, const Kept& kept) {
  byteSize_ -= byteSizeOfEntry(file);
  if (--kept.shared->entryCount > 0) return;
  byteSize_ -= byteSizeOfContents(kept.shared->contents);
  if (last_ == kept.shared) last_ = nullptr;
}

ClipContentsStore::Turn::Turn(ClipContentsStore& store, const std::string& file)
    : store_(store), file_(file) {
  std::unique_lock lock(store_.mutex_);
  store_.turnEnded_.wait(lock, [&] { return store_.filesInRead_.insert(file_).second; });
}

ClipContentsStore::Turn::~Turn() {
  {
    const std::lock_guard lock(store_.mutex_);
    store_.filesInRead_.erase(file_);
  }
  store_.turnEnded_.notify_all();
}

std::size_t ClipContentsStore::byteSize() const {
  const std::lock_guard lock(mutex_);
  return byteSize_;
}

}  // namespace usdscope
