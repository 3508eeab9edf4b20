// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

inline constexpr DiagnosticCode kUnreadableClip{"stage.unreadable-clip", Severity::Error};
inline constexpr DiagnosticCode kChangedClip{"stage.changed-clip", Severity::Warning};

/// A file that value clips name, and its layer while that is resident.
/// Internally synchronised; to be used through ClipLayers.
struct ClipEntry {
  struct Opened {
    std::shared_ptr<const Layer> layer;  ///< Null: the file cannot be read.
    std::size_t byteSize = 0;
  };

  std::string identifier;
  std::string assetPath;  ///< As authored where it was first named, for messages.
  std::string anchor;
  std::atomic<std::uint64_t> lastUse = 0;
  std::mutex mutex;
  std::shared_future<Opened> opened;  ///< Not valid: not resident.
  std::optional<std::int64_t> modificationTime;
};

/// Opens the files of value clips when they are first touched, keeps them
/// within a budget of bytes, and collects what is wrong with them and with the
/// metadata that names them.
///
/// A layer that the stage's own cache has open is taken from there and costs
/// nothing. Of the others those that were used longest ago are let go when
/// there are too many; whoever holds one keeps it, and the next who asks has it
/// read again. Internally synchronised.
class ClipLayers {
 public:
  ClipLayers(LayerCache& cache, std::size_t byteBudget);
  /// Waits for what is being read ahead.
  ~ClipLayers();

  const AssetResolver& resolver() const { return cache_.resolver(); }

  /// What stands for the file that `assetPath` names in the layer `anchor`.
  /// Never null.
  std::shared_ptr<ClipEntry> find(const std::string& assetPath, const Layer& anchor);
  /// The layer, read when it is not resident. Null where there is none; then it
  /// is reported, once.
  std::shared_ptr<const Layer> open(ClipEntry& entry);
  /// The same for who goes through all clips once: what is not resident does not become so.
  std::shared_ptr<const Layer> openOnce(ClipEntry& entry);
  /// Has it read on a thread of its own; of many requests only the last few
  /// count.
  void prefetch(std::shared_ptr<ClipEntry> entry);

  void setByteBudget(std::size_t byteBudget);
  /// Estimated size of all that is resident: of crates the file, of text what
  /// becomes of it.
  std::size_t residentByteSize() const;
  /// Lets go of all layers whose files have changed since they were read, so
  /// that they are read again. Tells how many.
  std::size_t forgetChanged();

  void report(const Diagnostics& diagnostics);
  Diagnostics diagnostics() const;

 private:
  struct Resident {
    std::shared_ptr<ClipEntry> entry;
    std::size_t byteSize = 0;
  };

  ClipEntry::Opened read(ClipEntry& entry);
  void noteVersion(ClipEntry& entry, std::optional<std::int64_t> modificationTime);
  void reportUnreadable(const ClipEntry& entry, const Diagnostics& why);
  void admit(ClipEntry& entry, std::size_t byteSize);
  void evict();
  void readAhead(std::stop_token stop);

  LayerCache& cache_;
  std::atomic<std::uint64_t> useCount_ = 1;  // Entries that were never used have 0.
  mutable std::mutex mutex_;                 // Of all that follows but the thread.
  Diagnostics diagnostics_;
  std::unordered_map<std::string, std::shared_ptr<ClipEntry>> entries_;
  std::vector<Resident> resident_;
  std::size_t residentByteSize_ = 0;
  std::size_t byteBudget_;
  std::deque<std::shared_ptr<ClipEntry>> ahead_;
  std::condition_variable_any aheadChanged_;
  std::jthread reader_;  // Started when first needed; ends before the rest does.
};

/// One file that a clip set names. Internally synchronised.
class ClipFile {
 public:
  ClipFile(std::string assetPath, std::shared_ptr<const Layer> anchor)
      : assetPath_(std::move(assetPath)), anchor_(std::move(anchor)) {}

  /// As authored.
  const std::string& assetPath() const { return assetPath_; }
  /// Null when it cannot be opened; that is not tried again.
  std::shared_ptr<const Layer> layer(ClipLayers& layers) const;
  /// As ClipLayers::openOnce().
  std::shared_ptr<const Layer> layerOnce(ClipLayers& layers) const;
  /// Has it read in the background.
  void prefetch(ClipLayers& layers) const;

 private:
  const std::shared_ptr<ClipEntry>& entry(ClipLayers& layers) const;

  std::string assetPath_;
  std::shared_ptr<const Layer> anchor_;
  mutable std::once_flag isFound_;
  mutable std::shared_ptr<ClipEntry> entry_;
};

}  // namespace usdscope
