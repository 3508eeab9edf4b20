// SPDX-License-Identifier: Apache-2.0
#include "engine/base/UnreadFiles.h"

#include <mutex>
#include <set>

namespace usdscope {
namespace {

constexpr std::size_t kMostFiles = 1000;

std::mutex unreadMutex;  // Guards unreadFiles().

std::set<std::string>& unreadFiles() {
  // Never destroyed: threads may read files while the program ends.
  static auto* files = new std::set<std::string>();
  return *files;
}

}  // namespace

void noteUnreadFile(const std::string& path) {
  const std::lock_guard lock(unreadMutex);
  std::set<std::string>& files = unreadFiles();
  if (files.size() < kMostFiles) files.insert(path);
}

std::vector<std::string> takeUnreadFiles() {
  const std::lock_guard lock(unreadMutex);
  std::set<std::string>& files = unreadFiles();
  std::vector<std::string> taken(files.begin(), files.end());
  files.clear();
  return taken;
}

}  // namespace usdscope
