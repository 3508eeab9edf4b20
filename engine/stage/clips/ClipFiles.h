// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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
#include <utility>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"
#include "engine/stage/clips/ClipFault.h"
#include "engine/stage/clips/ClipMetadata.h"
#include "engine/stage/clips/ClipTable.h"

namespace usdscope {

class ClipFile;

/// A file that value clips name, and its layer while the layer is resident (held in memory). Shared
/// by all sets that name the file. Thread-safe; used through ClipFiles only.
struct ClipEntry {
  struct Opened {
    std::shared_ptr<const Layer> layer;      ///< Null if the file cannot be read.
    std::shared_ptr<const ClipTable> table;  ///< Null unless the layer uses the budget.
    std::size_t byteSize = 0;
    std::shared_ptr<const ClipFault> fault;  ///< Why the file cannot be read.
  };

  std::string identifier;
  // For messages: the clip set that named the file first.
  std::string assetPath;
  SourceSite site;  ///< The layer and the prim spec that have the set.
  std::string set;
  std::atomic<std::uint64_t> lastUse = 0;
  std::mutex mutex;
  std::shared_future<Opened> opened;  ///< Invalid while the layer is not resident.
  std::optional<std::int64_t> modificationTime;
};

/// Opens the files of value clips when they are first needed, keeps their layers within a budget of
/// bytes, and collects the faults of clips.
///
/// Layers that the stage's LayerCache has open are taken from that cache and do not use the budget.
/// When the budget is exceeded, the layers that were used longest ago are evicted. An evicted layer
/// stays alive while others hold it; the next request reads the file again. Thread-safe.
class ClipFiles {
 public:
  ClipFiles(LayerCache& cache, std::size_t byteBudget);
  /// Waits for the file that is being read ahead.
  ~ClipFiles();

  const AssetResolver& resolver() const { return cache_.resolver(); }

  /// Returns the entry of a file. Never null.
  std::shared_ptr<ClipEntry> find(const ClipFile& file);
  /// Returns the layer, and reads it if it is not resident. Returns null when the file is
  /// unreadable, and reports this once.
  std::shared_ptr<const Layer> open(ClipEntry& entry);
  /// Like open(), but returns the decoded samples of the layer. Null when the file is unreadable,
  /// and for layers that do not use the budget. Reads nothing and returns null if the budget is 0.
  std::shared_ptr<const ClipTable> openTable(ClipEntry& entry);
  /// Adds to the size of a table if the budget has room for it. Returns false, and adds nothing, if
  /// it has none, or if the clip is no longer resident.
  bool grow(const ClipTable& table, std::size_t byteSize);
  /// Opens the file and returns why it is unreadable; null if it is readable.
  std::shared_ptr<const ClipFault> faultOf(ClipEntry& entry);
  /// Like open(), but does not make the layer resident. For reading all clips once.
  std::shared_ptr<const Layer> openOnce(ClipEntry& entry);
  /// Whether the file has the specs and fields of `layer`, so that only values differ. Does not
  /// open it. May return false for equal specs; returns false if the file is open.
  bool hasSpecsOf(ClipEntry& entry, const Layer& layer);
  /// Returns the layer if it is resident, else null. Reads nothing.
  std::shared_ptr<const Layer> resident(ClipEntry& entry) const;
  /// Reads the layer ahead on a thread of its own. Only the last few requests are kept.
  void prefetch(std::shared_ptr<ClipEntry> entry);

  void setByteBudget(std::size_t byteBudget);
  /// Estimated size of all resident layers: of a crate its file and its tables, of a text a
  /// multiple of its file, and of both the samples that are decoded.
  std::size_t residentByteSize() const;
  /// Evicts the resident layers with an identifier or an authored asset path, and returns them.
  /// Layers that the stage's LayerCache has open stay.
  std::vector<std::shared_ptr<const Layer>> evict(const std::string& file);
  /// Evicts all layers whose files have changed since they were read, so that they are read again.
  /// Returns their number.
  std::size_t forgetChanged();

  /// Counts up when a file that was read may give another layer from now on, because it changed.
  /// Facts that were derived from layers stay true while the count stays the same.
  std::uint64_t changeCount() const { return changeCount_.load(std::memory_order_acquire); }

  void report(const ClipFault& fault);
  Diagnostics diagnostics() const;

 private:
  struct Resident {
    std::shared_ptr<ClipEntry> entry;
    std::shared_ptr<const ClipTable> table;  ///< Has the size of the clip. Never null.
  };

  ClipEntry::Opened read(ClipEntry& entry);
  void noteVersion(ClipEntry& entry, std::optional<std::int64_t> modificationTime);
  std::shared_ptr<const ClipFault> reportUnreadable(const ClipEntry& entry, const Diagnostics& why);
  void noteUse(ClipEntry& entry);
  void admit(ClipEntry& entry, const ClipEntry::Opened& opened);
  void evictOldest();
  void readAhead(std::stop_token stop);

  LayerCache& cache_;
  std::atomic<std::uint64_t> useCount_ = 1;  // An entry that was never used has 0.
  std::atomic<std::size_t> byteBudget_;      // Written only under mutex_.
  std::atomic<std::uint64_t> changeCount_ = 0;
  // Guards all members below except the thread, and the counted sizes of the tables. It may be held
  // while the lock of an entry is taken, never the other way round.
  mutable std::mutex mutex_;
  Diagnostics diagnostics_;
  std::unordered_map<std::string, std::shared_ptr<ClipEntry>> entries_;
  std::vector<Resident> resident_;
  std::size_t residentByteSize_ = 0;
  std::deque<std::shared_ptr<ClipEntry>> ahead_;
  std::condition_variable_any aheadChanged_;
  // Started when first needed; joined before the other members are destroyed.
  std::jthread reader_;
};

/// One file that a clip set names. Thread-safe.
class ClipFile {
 public:
  ClipFile(std::string assetPath, const ClipSetDefinition& set)
      : assetPath_(std::move(assetPath)), anchor_(set.layer), site_(set.site), setName_(set.name) {}

  /// The authored asset path.
  const std::string& assetPath() const { return assetPath_; }
  /// The layer that names the file, and in it the prim that has the clip set.
  const Layer& anchor() const { return *anchor_; }
  Path site() const { return site_; }
  const std::string& setName() const { return setName_; }
  /// Returns the layer; null when the file is unreadable. An unreadable file is not read again.
  std::shared_ptr<const Layer> layer(ClipFiles& files) const;
  /// Like ClipFiles::openTable().
  std::shared_ptr<const ClipTable> table(ClipFiles& files) const;
  /// Like ClipFiles::faultOf().
  std::shared_ptr<const ClipFault> fault(ClipFiles& files) const;
  /// Like ClipFiles::openOnce().
  std::shared_ptr<const Layer> layerOnce(ClipFiles& files) const;
  /// Like ClipFiles::hasSpecsOf().
  bool hasSpecsOf(ClipFiles& files, const Layer& layer) const;
  /// Like ClipFiles::resident().
  std::shared_ptr<const Layer> residentLayer(ClipFiles& files) const;
  /// Reads the file in the background.
  void prefetch(ClipFiles& files) const;

 private:
  const std::shared_ptr<ClipEntry>& entry(ClipFiles& files) const;

  std::string assetPath_;
  std::shared_ptr<const Layer> anchor_;
  Path site_;
  std::string setName_;
  mutable std::once_flag isFound_;
  mutable std::shared_ptr<ClipEntry> entry_;
};

}  // namespace usdscope
