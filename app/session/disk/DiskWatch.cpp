// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/DiskWatch.h"

#include <sys/stat.h>
#if __has_include(<sys/vfs.h>)
#include <sys/vfs.h>
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <memory>
#include <utility>

namespace usdscope {
namespace {

constexpr std::int64_t kSettledMs = 200;
constexpr std::int64_t kMostWaitingMs = 2000;
constexpr int kUnsettledMs = 50;
constexpr std::int64_t kRoundMs = 2000;
constexpr int kBatchMs = 10;  // A program that writes much causes many signals.
// Files that the slow round looks at each time.
constexpr std::size_t kPolledFiles = 1000;
constexpr std::size_t kWatchedFiles = 100;
constexpr std::size_t kMostFolders = 4096;

std::int64_t milliseconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string()
                                    : path.substr(0, std::max<std::size_t>(slash, 1));
}

// Whether a change that another machine makes goes unreported.
bool isOnNetwork(const std::string& folder) {
#if __has_include(<sys/vfs.h>)
  struct statfs info = {};
  if (::statfs(folder.c_str(), &info) != 0) return true;
  constexpr std::array<unsigned long, 10> kNetworks = {
      0x6969,      // NFS
      0x517B,      // SMB
      0xFF534D42,  // CIFS
      0xFE534D42,  // SMB2
      0x65735546,  // FUSE
      0x01021997,  // 9P
      0x00C36400,  // Ceph
      0x0BD00BD0,  // Lustre
      0x5346414F,  // AFS
      0x47504653,  // GPFS
  };
  const auto type = static_cast<unsigned long>(info.f_type) & 0xFFFFFFFFul;
  return std::ranges::find(kNetworks, type) != kNetworks.end();
#else
  return true;
#endif
}

// The file to which a symbolic link leads; empty for other files.
std::string targetOf(const std::string& path) {
  struct stat info = {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return {};
  const std::unique_ptr<char, decltype(&std::free)> target(::realpath(path.c_str(), nullptr),
                                                           &std::free);
  return target ? std::string(target.get()) : std::string();
}

// A version that no file has.
constexpr FileVersion kUnknown{.isThere = true, .device = ~0ull, .inode = ~0ull};

}  // namespace

DiskWatch::DiskWatch(OnChanged onChanged)
    : onChanged_(std::move(onChanged)), thread_([this](const std::stop_token& s) { serve(s); }) {}

DiskWatch::~DiskWatch() {
  thread_.request_stop();
  signals_.wake();
  thread_.join();
}

void DiskWatch::watch(Request request) {
  {
    const std::lock_guard lock(mutex_);
    if (request.startsOver) commands_ = {};
    commands_.watched.push_back(std::move(request));
  }
  signals_.wake();
}

void DiskWatch::noteRead(std::vector<std::string> paths, std::int64_t since) {
  {
    const std::lock_guard lock(mutex_);
    commands_.read.emplace_back(std::move(paths), since);
  }
  signals_.wake();
}

void DiskWatch::lookAgain() {
  {
    const std::lock_guard lock(mutex_);
    commands_.looksAgain = true;
  }
  signals_.wake();
}

void DiskWatch::serve(const std::stop_token& stop) {
  std::int64_t nextRound = milliseconds() + kRoundMs;
  while (!stop.stop_requested()) {
    Commands commands;
    {
      const std::lock_guard lock(mutex_);
      commands = std::exchange(commands_, {});
    }
    obey(commands);
    if (std::exchange(needsArming_, false)) arm();
    std::int64_t now = milliseconds();
    if (now >= nextRound) {
      addSlice();
      nextRound = now + kRoundMs;
    }
    lookAtTouched(now);
    reportSettled(now);
    const auto untilRound = int(std::clamp<std::int64_t>(nextRound - now, 0, kRoundMs));
    const int timeout = firstChange_ != 0 ? kUnsettledMs : untilRound;
    bool isAny = false;
    const bool isComplete = signals_.wait(timeout, [&](const std::string& path) {
      isAny = true;
      touch(path);
    });
    if (!isComplete) {
      for (const auto& [path, file] : files_) touched_.insert(path);
      needsArming_ = true;
    }
    if (isAny) std::this_thread::sleep_for(std::chrono::milliseconds(kBatchMs));
  }
}

void DiskWatch::obey(Commands& commands) {
  for (Request& request : commands.watched) take(request);
  for (const auto& [paths, since] : commands.read) {
    for (const std::string& path : paths) {
      const auto found = files_.find(path);
      if (found == files_.end()) continue;
      const FileState state = fileState(path);
      found->second.current = state.version;
      found->second.known = knownVersion(state, since);
      if (found->second.known != state.version) noteChange(milliseconds());
    }
    mustReport_ = true;
  }
  if (!commands.looksAgain) return;
  for (const auto& [path, file] : files_) {
    if (file.known != file.current) touched_.insert(path);
  }
  mustReport_ = true;
}

// A file that is missing was probably missing before. Only a file that is there has a time.
FileVersion DiskWatch::knownVersion(const FileState& state, std::int64_t since) {
  return state.version.isThere && state.touched >= since ? kUnknown : state.version;
}

void DiskWatch::take(Request& request) {
  std::map<std::string, File> before = std::exchange(files_, {});
  if (request.startsOver) before.clear();
  isOwn_ = std::move(request.isOwn);
  for (std::string& path : request.paths) {
    if (const auto old = before.find(path); old != before.end()) {
      files_.insert(before.extract(old));
      continue;
    }
    const FileState state = fileState(path);
    const bool isReadNow = request.readNow.contains(path);
    const FileVersion known = isReadNow ? state.version : knownVersion(state, request.since);
    if (known != state.version) noteChange(milliseconds());
    files_.try_emplace(std::move(path), File{known, state.version, false});
  }
  needsArming_ = true;
  mustReport_ = true;
}

// Folders above a file matter, since one of them may be renamed, or be a link that is switched.
void DiskWatch::arm() {
  signals_.clear();
  aliases_.clear();
  std::set<std::string> folders;
  const auto addFolders = [&](const std::string& path) {
    for (std::string folder = folderOf(path); !folder.empty(); folder = folderOf(folder)) {
      if (!folders.insert(folder).second || folder == "/") return;
    }
  };
  for (const auto& [path, file] : files_) {
    addFolders(path);
    const std::string target = targetOf(path);
    if (target.empty()) continue;
    aliases_.emplace(target, path);
    addFolders(target);
  }
  std::set<std::string> polled;
  std::size_t count = 0;
  for (const std::string& folder : folders) {
    const bool isWatched = ++count <= kMostFolders && signals_.add(folder);
    if (!isWatched || isOnNetwork(folder)) polled.insert(folder);
  }
  for (auto& [path, file] : files_) {
    file.isPolled = polled.contains(folderOf(path));
    // It may have changed while nothing was watched.
    touched_.insert(path);
  }
}

void DiskWatch::touch(const std::string& path) {
  if (files_.contains(path)) touched_.insert(path);
  if (const auto alias = aliases_.find(path); alias != aliases_.end()) {
    touched_.insert(alias->second);
  }
  // A folder, or a link to one.
  const std::string prefix = path + "/";
  for (auto file = files_.lower_bound(prefix);
       file != files_.end() && file->first.starts_with(prefix); ++file) {
    touched_.insert(file->first);
    needsArming_ = true;
  }
}

void DiskWatch::addSlice() {
  const auto add = [&](std::string& place, std::size_t count, bool isPolled) {
    auto file = files_.upper_bound(place);
    for (std::size_t i = 0; i < files_.size() && count > 0; ++i) {
      if (file == files_.end()) file = files_.begin();
      if (file->second.isPolled == isPolled) {
        touched_.insert(file->first);
        place = file->first;
        --count;
      }
      ++file;
    }
  };
  add(slice_, kWatchedFiles, false);
  add(polledSlice_, kPolledFiles, true);
}

void DiskWatch::lookAtTouched(std::int64_t now) {
  for (const std::string& path : std::exchange(touched_, {})) {
    const auto found = files_.find(path);
    if (found == files_.end()) continue;
    File& file = found->second;
    const FileVersion version = fileState(path).version;
    if (version == file.current) continue;
    // A link may lead elsewhere, and a folder may be there now.
    needsArming_ |= file.isPolled || !aliases_.empty() || !targetOf(path).empty();
    file.current = version;
    noteChange(now);
  }
}

void DiskWatch::noteChange(std::int64_t now) {
  lastChange_ = now;
  if (firstChange_ == 0) firstChange_ = now;
}

void DiskWatch::reportSettled(std::int64_t now) {
  const bool isSettled = firstChange_ != 0 &&
                         (now - lastChange_ >= kSettledMs || now - firstChange_ >= kMostWaitingMs);
  if (!isSettled && !(mustReport_ && firstChange_ == 0)) return;
  firstChange_ = 0;
  mustReport_ = false;
  std::vector<FileChange> changes;
  for (auto& [path, file] : files_) {
    if (file.current == file.known) continue;
    if (isOwn_ && isOwn_(path, file.current)) {
      file.known = file.current;
      continue;
    }
    const auto kind = !file.current.isThere ? FileChange::Kind::Vanished
                      : file.known.isThere  ? FileChange::Kind::Changed
                                            : FileChange::Kind::Appeared;
    changes.push_back({path, kind, file.current});
  }
  onChanged_(std::move(changes));
}

}  // namespace usdscope
