// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MemoryLimit.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>
#include <string>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace usdscope {
namespace {

std::atomic<std::size_t> presentLimit{0};

#ifdef __linux__

// Returns the bytes of the data of this process, as RLIMIT_DATA counts them; 0 if they are unknown.
std::size_t dataByteSize() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("VmData:")) continue;
    std::size_t kibibytes = 0;
    for (const char c : line) {
      if (c >= '0' && c <= '9') kibibytes = kibibytes * 10 + static_cast<std::size_t>(c - '0');
    }
    return kibibytes * 1024;
  }
  return 0;
}

#endif

}  // namespace

std::size_t machineMemory() {
#ifdef __linux__
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long pageSize = ::sysconf(_SC_PAGESIZE);
  std::size_t bytes =
      pages > 0 && pageSize > 0 ? static_cast<std::size_t>(pages) * std::size_t(pageSize) : 0;
  // A container may have less. The file says "max" where it has no limit.
  std::size_t group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group && group > 0) {
    bytes = bytes > 0 ? std::min(bytes, group) : group;
  }
  return bytes;
#else
  return 0;
#endif
}

bool limitMemory([[maybe_unused]] std::size_t byteSize) {
#ifdef __linux__
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return false;
  if (byteSize > 0 && dataByteSize() >= byteSize) return false;
  const rlim_t wanted = byteSize > 0 ? static_cast<rlim_t>(byteSize) : limit.rlim_max;
  // A lower limit of the system stays.
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  if (::setrlimit(RLIMIT_DATA, &limit) != 0) return false;
  presentLimit = byteSize;
  return true;
#else
  return false;
#endif
}

std::size_t memoryLimit() { return presentLimit; }

}  // namespace usdscope
