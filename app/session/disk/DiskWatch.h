// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/session/disk/ChangedFiles.h"
#include "app/session/disk/FileVersion.h"
#include "app/session/disk/FolderSignals.h"

namespace usdscope {

/// Reports which files differ from the versions that were read, on a thread of its own.
///
/// The system reports entries that are touched in the folders of the files, in the folders above
/// them, and beside the targets of symbolic links. A report only makes it look at the file. A slow
/// round looks at a few files every two seconds nevertheless, and at more of them where reports do
/// not come: on network file systems, and when the system watches no more folders. Changes are
/// reported when nothing has changed for a moment, or after two seconds of changes. Thread-safe.
class DiskWatch {
 public:
  /// Gets all files that differ, sorted. Called on the thread of the watch.
  using OnChanged = std::function<void(std::vector<FileChange>)>;
  /// Returns whether this version of a file was read or written by the program itself. Called on
  /// the thread of the watch.
  using IsOwn = std::function<bool(const std::string& path, const FileVersion& version)>;

  explicit DiskWatch(OnChanged onChanged);
  ~DiskWatch();

  struct Request {
    std::vector<std::string> paths;
    /// The fileClock() before the files were read: a file that was touched later may differ from
    /// the version that was read.
    std::int64_t since = 0;
    std::set<std::string> readNow = {};  ///< The paths to which `since` does not apply.
    IsOwn isOwn;
    bool startsOver = false;  ///< Nothing else is watched any more, and all files were read.
  };
  /// Watches files. Known files that are not named are watched no more.
  void watch(Request request);
  /// Files were read again, after the time `since`.
  void noteRead(std::vector<std::string> paths, std::int64_t since);
  /// Looks at the files that differ again, and reports.
  void lookAgain();

 private:
  struct File {
    FileVersion known;    ///< The version that was read.
    FileVersion current;  ///< The version that was seen last.
    bool isPolled = false;
  };
  struct Commands {
    std::vector<Request> watched;
    std::vector<std::pair<std::vector<std::string>, std::int64_t>> read;
    bool looksAgain = false;
  };

  void serve(const std::stop_token& stop);
  void obey(Commands& commands);
  void take(Request& request);
  static FileVersion knownVersion(const FileState& state, std::int64_t since);
  /// Watches all folders that matter, as they are now.
  void arm();
  void touch(const std::string& path);
  void addSlice();
  void lookAtTouched(std::int64_t now);
  void noteChange(std::int64_t now);
  void reportSettled(std::int64_t now);

  OnChanged onChanged_;
  FolderSignals signals_;
  std::mutex mutex_;  ///< Guards commands_.
  Commands commands_;

  // Members below are for the thread alone.
  IsOwn isOwn_;
  std::map<std::string, File> files_;
  std::map<std::string, std::string> aliases_;  ///< Files by the targets of symbolic links.
  std::set<std::string> touched_;
  std::string slice_;  ///< The file before which the slow round goes on.
  std::string polledSlice_;
  bool needsArming_ = false;
  bool mustReport_ = false;
  std::int64_t firstChange_ = 0;  ///< Milliseconds; 0: no change waits to be reported.
  std::int64_t lastChange_ = 0;
  std::jthread thread_;
};

}  // namespace usdscope
