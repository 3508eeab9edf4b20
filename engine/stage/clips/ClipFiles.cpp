// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/clips/ClipFiles.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/base/Parallel.h"

namespace usdscope {
namespace {

// The number of clips waiting to be read ahead. Older requests are dropped.
constexpr std::size_t kMostAhead = 4;
// The size in memory of a text layer, as a multiple of its file.
constexpr std::size_t kTextGrowth = 4;

// The estimated size in memory of the tables of a crate, which are often larger than its file.
std::size_t tableByteSize(const Layer& layer) {
  // The index of the layer, and the names and paths that values refer to.
  constexpr std::size_t kMoreOfRow = 24;
  const LayerTables& tables = layer.tables();
  const auto sizeOf = [](const auto& rows) { return rows.capacity() * sizeof(rows[0]); };
  return sizeOf(tables.prims) + sizeOf(tables.properties) + sizeOf(tables.childRows) +
         sizeOf(tables.variantRows) + sizeOf(tables.fieldNames) + sizeOf(tables.fieldValues) +
         kMoreOfRow * (tables.prims.size() + tables.properties.size());
}

/// Passes calls to the stage's resolver, for a short-lived cache that reads one file. Records the
/// size of the file, and whether it is a text.
class LentResolver final : public AssetResolver {
 public:
  explicit LentResolver(const AssetResolver& resolver) : resolver_(resolver) {}

  /// Returns the estimated size in memory of the layer that was read from the file. The values of
  /// a crate stay in the file, and its tables are decoded.
  std::size_t byteSize(const Layer& layer) const {
    return isText_ ? byteSize_ * kTextGrowth : byteSize_ + tableByteSize(layer);
  }

  std::vector<std::string> candidates(std::string_view authored,
                                      std::string_view anchorLayer) const override {
    return resolver_.candidates(authored, anchorLayer);
  }
  void visitCandidates(std::string_view authored, std::string_view anchorLayer,
                       const PlaceVisitor& visit) const override {
    resolver_.visitCandidates(authored, anchorLayer, visit);
  }
  bool exists(const std::string& identifier) const override { return resolver_.exists(identifier); }
  FileBytesResult open(const std::string& identifier) const override {
    FileBytesResult file = resolver_.open(identifier);
    if (file.bytes) {
      const auto bytes = file.bytes->span();
      isText_ = !bytes.empty() && static_cast<char>(bytes[0]) == '#';
      byteSize_ = bytes.size();
    }
    return file;
  }
  std::optional<std::int64_t> modificationTime(const std::string& identifier) const override {
    return resolver_.modificationTime(identifier);
  }
  void forget(const std::string&) override {}

 private:
  const AssetResolver& resolver_;
  mutable std::size_t byteSize_ = 0;
  mutable bool isText_ = false;
};

bool isReady(const std::shared_future<ClipEntry::Opened>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

ClipFiles::ClipFiles(LayerCache& cache, std::size_t byteBudget)
    : cache_(cache), byteBudget_(byteBudget) {}

ClipFiles::~ClipFiles() = default;

std::shared_ptr<ClipEntry> ClipFiles::find(const ClipFile& file) {
  const std::string& anchor = file.anchor().identifier();
  std::string identifier = resolver().identifierFor(file.assetPath(), anchor);
  const std::lock_guard lock(mutex_);
  std::shared_ptr<ClipEntry>& entry = entries_[identifier];
  if (!entry) {
    entry = std::make_shared<ClipEntry>();
    entry->identifier = std::move(identifier);
    entry->assetPath = file.assetPath();
    entry->site = {.layer = anchor, .path = file.site().text()};
    entry->set = file.setName();
  }
  return entry;
}

void ClipFiles::noteUse(ClipEntry& entry) {
  // Usually the entry is the one used last, and its use is already noted.
  if (entry.lastUse.load(std::memory_order_relaxed) == useCount_.load(std::memory_order_relaxed)) {
    return;
  }
  entry.lastUse.store(++useCount_, std::memory_order_relaxed);
}

std::shared_ptr<const ClipTable> ClipFiles::openTable(ClipEntry& entry) {
  // The clip would be evicted at once, and read again for its values.
  if (byteBudget_.load(std::memory_order_relaxed) == 0) return nullptr;
  {
    const std::lock_guard lock(entry.mutex);
    if (entry.opened.valid() && isReady(entry.opened)) {
      noteUse(entry);
      return entry.opened.get().table;
    }
  }
  if (!open(entry)) return nullptr;
  const std::lock_guard lock(entry.mutex);
  const bool isOpen = entry.opened.valid() && isReady(entry.opened);
  return isOpen ? entry.opened.get().table : nullptr;
}

std::shared_ptr<const Layer> ClipFiles::open(ClipEntry& entry) {
  noteUse(entry);
  std::optional<std::promise<ClipEntry::Opened>> promise;  // Set in the thread that reads.
  std::shared_future<ClipEntry::Opened> future;
  {
    const std::lock_guard lock(entry.mutex);
    if (entry.opened.valid() && isReady(entry.opened)) return entry.opened.get().layer;
    if (!entry.opened.valid()) entry.opened = promise.emplace().get_future().share();
    future = entry.opened;
  }
  if (promise) {
    try {
      // Reading may do parallel work, so it runs isolated and without the lock.
      ClipEntry::Opened opened;
      runIsolated([&] { opened = read(entry); });
      // Before other threads get the table: it grows only while it is resident.
      if (opened.byteSize > 0) admit(entry, opened);
      promise->set_value(std::move(opened));
    } catch (...) {
      // The clip is not resident yet, so that no other thread has replaced the future.
      {
        const std::lock_guard lock(entry.mutex);
        entry.opened = {};
      }
      promise->set_exception(std::current_exception());
      throw;
    }
  }
  return future.get().layer;
}

std::shared_ptr<const ClipFault> ClipFiles::faultOf(ClipEntry& entry) {
  if (open(entry)) return nullptr;
  const std::lock_guard lock(entry.mutex);
  return entry.opened.valid() && isReady(entry.opened) ? entry.opened.get().fault : nullptr;
}

std::shared_ptr<const Layer> ClipFiles::openOnce(ClipEntry& entry) {
  {
    const std::lock_guard lock(entry.mutex);
    if (entry.opened.valid() && isReady(entry.opened)) return entry.opened.get().layer;
  }
  ClipEntry::Opened opened;
  runIsolated([&] { opened = read(entry); });
  if (opened.layer) return opened.layer;
  // Remembers that the file is unreadable.
  std::promise<ClipEntry::Opened> none;
  none.set_value(opened);
  const std::lock_guard lock(entry.mutex);
  if (!entry.opened.valid()) entry.opened = none.get_future().share();
  return nullptr;
}

bool ClipFiles::hasSpecsOf(ClipEntry& entry, const Layer& layer) {
  if (entry.identifier.empty() || cache_.find(entry.identifier)) return false;
  {
    const std::lock_guard lock(entry.mutex);
    if (entry.opened.valid()) return false;
  }
  // As in read(): the file of this version is used, though the layer is not kept.
  const auto modificationTime = resolver().modificationTime(entry.identifier);
  if (!cache_.hasSpecsOf(entry.identifier, layer)) return false;
  noteVersion(entry, modificationTime);
  return true;
}

std::shared_ptr<const Layer> ClipFiles::resident(ClipEntry& entry) const {
  const std::lock_guard lock(entry.mutex);
  const bool isOpen = entry.opened.valid() && isReady(entry.opened);
  return isOpen ? entry.opened.get().layer : nullptr;
}

ClipEntry::Opened ClipFiles::read(ClipEntry& entry) {
  if (entry.identifier.empty()) return {.fault = reportUnreadable(entry, {})};
  if (const auto open = cache_.find(entry.identifier); open && open->layer) {
    return {.layer = open->layer};
  }
  // There may be many missing clips, and a cache costs more than a look.
  if (!cache_.resolver().exists(entry.identifier)) {
    const FileBytesResult file = cache_.resolver().open(entry.identifier);
    Diagnostics why;
    why.report(kUnreadableFile, {}, file.problem);
    if (!file.bytes) return {.fault = reportUnreadable(entry, why)};
  }
  const auto resolver = std::make_shared<LentResolver>(cache_.resolver());
  const auto opened = LayerCache(cache_.environment().with(resolver)).findOrOpen(entry.identifier);
  if (!opened->layer) return {.fault = reportUnreadable(entry, opened->diagnostics)};
  noteVersion(entry, opened->modificationTime);
  return {.layer = opened->layer,
          .table = std::make_shared<const ClipTable>(opened->layer),
          .byteSize = std::max<std::size_t>(resolver->byteSize(*opened->layer), 1)};
}

// Reports a file that was evicted and has changed before it was read again.
void ClipFiles::noteVersion(ClipEntry& entry, std::optional<std::int64_t> modificationTime) {
  std::optional<std::int64_t> before;
  {
    const std::lock_guard lock(mutex_);
    before = std::exchange(entry.modificationTime, modificationTime);
  }
  if (!before || before == modificationTime) return;
  changeCount_.fetch_add(1, std::memory_order_acq_rel);
  ClipFault fault;
  fault.kind = ClipFaultKind::ChangedFile;
  fault.site.layer = entry.identifier;
  fault.file = entry.assetPath;
  report(fault);
}

std::shared_ptr<const ClipFault> ClipFiles::reportUnreadable(const ClipEntry& entry,
                                                             const Diagnostics& why) {
  ClipFault fault;
  fault.kind = ClipFaultKind::UnreadableFile;
  fault.site = entry.site;
  fault.set = entry.set;
  fault.file = entry.assetPath;
  if (!why.isEmpty()) {
    const Diagnostic& first = why.entries()[0];
    const SourceSite& at = first.site;
    if (at.line > 0) fault.reason = "line " + std::to_string(at.line);
    if (at.column > 0) fault.reason += ", column " + std::to_string(at.column);
    fault.reason += (at.line > 0 ? ": " : "") + first.message;
    if (fault.reason.ends_with('.')) fault.reason.pop_back();
  }
  fault.isMissing = entry.identifier.empty() || !resolver().exists(entry.identifier);
  report(fault);
  return std::make_shared<const ClipFault>(std::move(fault));
}

void ClipFiles::admit(ClipEntry& entry, const ClipEntry::Opened& opened) {
  const std::lock_guard lock(mutex_);
  resident_.push_back({entries_.at(entry.identifier), opened.table});
  opened.table->countedByteSize_ = opened.byteSize;
  residentByteSize_ += opened.byteSize;
  evictOldest();
}

bool ClipFiles::grow(const ClipTable& table, std::size_t byteSize) {
  const std::lock_guard lock(mutex_);
  if (table.countedByteSize_ == 0) return false;
  if (residentByteSize_ > byteBudget_ || byteSize > byteBudget_ - residentByteSize_) return false;
  table.countedByteSize_ += byteSize;
  residentByteSize_ += byteSize;
  return true;
}

// Keeps the layer that was used last, however large it is, unless nothing may be kept.
void ClipFiles::evictOldest() {
  const std::size_t least = byteBudget_ > 0 ? 1 : 0;
  while (residentByteSize_ > byteBudget_ && resident_.size() > least) {
    const auto oldest = std::ranges::min_element(resident_, {}, [](const auto& resident) {
      return resident.entry->lastUse.load(std::memory_order_relaxed);
    });
    {
      const std::lock_guard lock(oldest->entry->mutex);
      oldest->entry->opened = {};
    }
    residentByteSize_ -= std::exchange(oldest->table->countedByteSize_, 0);
    *oldest = std::move(resident_.back());
    resident_.pop_back();
  }
}

void ClipFiles::prefetch(std::shared_ptr<ClipEntry> entry) {
  if (threadCount() < 2 || byteBudget_ == 0) return;
  {
    const std::lock_guard lock(entry->mutex);
    if (entry->opened.valid()) return;
  }
  const std::lock_guard lock(mutex_);
  // If only few clips fit, a clip that is read ahead would evict the clips in use.
  if (residentByteSize_ * (kMostAhead + 1) >
      byteBudget_ * std::max<std::size_t>(resident_.size(), 1)) {
    return;
  }
  if (std::ranges::find(ahead_, entry) != ahead_.end()) return;
  ahead_.push_back(std::move(entry));
  if (ahead_.size() > kMostAhead) ahead_.pop_front();
  if (!reader_.joinable()) {
    try {
      reader_ = std::jthread([this](std::stop_token stop) { readAhead(stop); });
    } catch (const std::system_error&) {
      ahead_.clear();  // The system gives no thread; clips are read when they are needed.
      return;
    }
  }
  aheadChanged_.notify_one();
}

void ClipFiles::readAhead(std::stop_token stop) {
  while (true) {
    std::shared_ptr<ClipEntry> next;
    {
      std::unique_lock lock(mutex_);
      if (!aheadChanged_.wait(lock, stop, [&] { return !ahead_.empty(); })) return;
      next = std::move(ahead_.front());
      ahead_.pop_front();
    }
    try {
      open(*next);
    } catch (const std::exception&) {
      // The clip is opened again when it is needed, and whoever needs it reports the problem,
      // usually a lack of memory.
    }
  }
}

void ClipFiles::setByteBudget(std::size_t byteBudget) {
  const std::lock_guard lock(mutex_);
  byteBudget_ = byteBudget;
  evictOldest();
}

std::vector<std::shared_ptr<const Layer>> ClipFiles::evict(const std::string& file) {
  std::vector<std::shared_ptr<const Layer>> evicted;
  const std::lock_guard lock(mutex_);
  std::erase_if(resident_, [&](const Resident& resident) {
    ClipEntry& entry = *resident.entry;
    if (entry.identifier != file && entry.assetPath != file) return false;
    const std::lock_guard entryLock(entry.mutex);
    if (!entry.opened.valid() || !isReady(entry.opened)) return false;
    evicted.push_back(entry.opened.get().layer);
    entry.opened = {};
    residentByteSize_ -= std::exchange(resident.table->countedByteSize_, 0);
    return true;
  });
  return evicted;
}

std::size_t ClipFiles::residentByteSize() const {
  const std::lock_guard lock(mutex_);
  return residentByteSize_;
}

std::size_t ClipFiles::forgetChanged() {
  std::vector<std::shared_ptr<ClipEntry>> known;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [identifier, entry] : entries_) known.push_back(entry);
  }
  std::size_t count = 0;
  for (const auto& entry : known) {
    const auto now = resolver().modificationTime(entry->identifier);
    const std::lock_guard lock(mutex_);
    const std::lock_guard entryLock(entry->mutex);
    const bool isRead = entry->opened.valid() && isReady(entry->opened);
    if (!isRead || entry->modificationTime == now || cache_.find(entry->identifier)) continue;
    entry->opened = {};
    entry->modificationTime.reset();
    changeCount_.fetch_add(1, std::memory_order_acq_rel);
    const auto at = std::ranges::find(resident_, entry, &Resident::entry);
    if (at != resident_.end()) {
      residentByteSize_ -= std::exchange(at->table->countedByteSize_, 0);
      resident_.erase(at);
    }
    ++count;
  }
  return count;
}

void ClipFiles::report(const ClipFault& fault) {
  Diagnostic diagnostic = toDiagnostic(fault);
  const std::lock_guard lock(mutex_);
  diagnostics_.report(diagnostic.code, std::move(diagnostic.site), std::move(diagnostic.message));
}

Diagnostics ClipFiles::diagnostics() const {
  const std::lock_guard lock(mutex_);
  return diagnostics_;
}

const std::shared_ptr<ClipEntry>& ClipFile::entry(ClipFiles& files) const {
  std::call_once(isFound_, [&] { entry_ = files.find(*this); });
  return entry_;
}

std::shared_ptr<const Layer> ClipFile::layer(ClipFiles& files) const {
  return files.open(*entry(files));
}

std::shared_ptr<const ClipTable> ClipFile::table(ClipFiles& files) const {
  return files.openTable(*entry(files));
}

std::shared_ptr<const ClipFault> ClipFile::fault(ClipFiles& files) const {
  return files.faultOf(*entry(files));
}

bool ClipFile::hasSpecsOf(ClipFiles& files, const Layer& layer) const {
  return files.hasSpecsOf(*entry(files), layer);
}

std::shared_ptr<const Layer> ClipFile::residentLayer(ClipFiles& files) const {
  return files.resident(*entry(files));
}

std::shared_ptr<const Layer> ClipFile::layerOnce(ClipFiles& files) const {
  return files.openOnce(*entry(files));
}

void ClipFile::prefetch(ClipFiles& files) const { files.prefetch(entry(files)); }

}  // namespace usdscope
