// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace usdscope {

/// Waits until other programs touch entries of folders, with inotify: one descriptor for all
/// folders. Opens no file and locks nothing. Not thread-safe, except for wake().
class FolderSignals {
 public:
  FolderSignals();
  ~FolderSignals();
  FolderSignals(const FolderSignals&) = delete;
  FolderSignals& operator=(const FolderSignals&) = delete;

  /// Watches a folder, by the path that it has now. Returns false if there is no such folder, or
  /// the system refuses to watch more folders.
  bool add(const std::string& folder);
  /// Watches nothing any more.
  void clear();

  /// Calls `touched` with the path of each entry that was made, removed, replaced, renamed or
  /// written. Waits for the first one, for wake(), or until the time is over.
  using Touched = std::function<void(const std::string& path)>;
  /// Returns false when signals were lost, so that anything may have been touched.
  bool wait(int milliseconds, const Touched& touched);
  /// Ends the wait(). Thread-safe.
  void wake();

 private:
  bool read(const Touched& touched);

  int events_ = -1;  ///< -1: the system has no inotify, or too many programs use it.
  int wake_[2] = {-1, -1};
  std::unordered_map<int, std::vector<std::string>> folders_;  ///< By watch; a folder may have
                                                               ///< several paths.
};

}  // namespace usdscope
