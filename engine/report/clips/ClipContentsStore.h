// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/report/clips/ClipAttributes.h"

namespace usdscope {

/// A version of a clip file, and the attributes that were asked for.
struct ClipContentsKey {
  std::string file;                   ///< The identifier of the clip.
  std::int64_t modificationTime = 0;  ///< As AssetResolver::modificationTime() has it.
  std::size_t wanted = 0;             ///< A hash of the attributes and of their types.
};

/// Remembers what was read from clips, so that a file that has not changed is read once, however
/// often a report is made. Contents that equal those kept last are shared with them: ten thousand
/// clips of a sequence take little more memory than one. Thread-safe.
class ClipContentsStore {
 public:
  /// Keeps at most this number of bytes. Contents for which there is no room are not kept.
  explicit ClipContentsStore(std::size_t byteBudget) : byteBudget_(byteBudget) {}

  /// Returns the contents of this version of a file; null if they are not known.
  std::shared_ptr<const ClipContents> find(const ClipContentsKey& key) const;
  /// Keeps the contents of a file in place of those of other versions. Contents for other
  /// attributes of this version stay while there is room.
  void keep(const ClipContentsKey& key, const ClipContents& contents);
  /// The estimated size of everything that is kept.
  std::size_t byteSize() const;

  /// Lets one thread at a time read a file, so that the others find what it keeps.
  class Turn {
   public:
    /// Waits for the turn. The store must outlive it. Requires: the thread has no turn yet, and
    /// does nothing in it that may wait for another one; see runIsolated().
    Turn(ClipContentsStore& store, const std::string& file);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    ClipContentsStore& store_;
    const std::string file_;
  };

 private:
  /// Contents that several entries may have.
  struct Shared {
    ClipContents contents;
    std::size_t entryCount = 0;  ///< Their size is counted while they have entries.
  };
  struct Kept {
    std::int64_t modificationTime = 0;
    std::size_t wanted = 0;
    std::shared_ptr<Shared> shared;
  };

  void forgetReplaced(const ClipContentsKey& key);
  bool forgetOldest(const std::string& file);
  void release(const std::string& file, const Kept& kept);

  const std::size_t byteBudget_;
  mutable std::mutex mutex_;  ///< Guards the members below.
  /// The entries of each file, the oldest first. They differ in what was wanted.
  std::unordered_map<std::string, std::vector<Kept>> byFile_;
  std::shared_ptr<Shared> last_;  ///< Kept last. The next clip mostly has equal ones.
  std::size_t byteSize_ = 0;
  std::unordered_set<std::string> filesInRead_;  ///< The files that have a Turn.
  std::condition_variable turnEnded_;
};

}  // namespace usdscope
