// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/FileVersion.h"

#include <sys/stat.h>

#include <ctime>

#include "engine/base/ResponsiveThread.h"

namespace usdscope {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

FileState fileState(const std::string& path) {
  noteFileAccess(path);
  FileState state;
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return state;
  state.version = {.isThere = true,
                   .device = info.st_dev,
                   .inode = info.st_ino,
                   .byteSize = std::uint64_t(info.st_size),
                   .mode = info.st_mode,
                   .modificationTime = nanoseconds(info.st_mtim)};
  state.touched = nanoseconds(info.st_ctim);
  return state;
}

std::int64_t fileClock() {
  timespec now = {};
#ifdef CLOCK_REALTIME_COARSE
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
  ::clock_gettime(CLOCK_REALTIME, &now);
#endif
  return nanoseconds(now);
}

}  // namespace usdscope
