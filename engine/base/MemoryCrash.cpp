// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MemoryCrash.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstring>

#include "engine/base/UnfinishedFile.h"
#endif

namespace usdscope {

#ifdef __linux__

namespace {

const char* crashMessage = "";
int crashStatus = 1;
std::size_t crashPageSize = 4096;
std::atomic_flag isEnding;  // Set by the first thread that crashes for lack of memory.

// A crash comes from an allocation that did not fit, or soon after one. Meanwhile other threads may
// have given some of their memory back.
constexpr std::size_t kLeastSpare = std::size_t{16} << 20;
constexpr std::size_t kSpareDivisor = 8;

// Returns the bytes of the data of this process as RLIMIT_DATA counts them, or nearly so; 0 if they
// are unknown. Safe in signal handlers.
std::size_t dataInUse() {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[256] = {};
  const ssize_t size = ::read(file, text, sizeof text - 1);
  ::close(file);
  // The sixth number is that of the pages of data and stacks.
  constexpr int kColumn = 5;
  int column = 0;
  std::size_t pages = 0;
  for (ssize_t i = 0; i < size && column <= kColumn; ++i) {
    if (text[i] == ' ') ++column;
    if (column == kColumn && text[i] >= '0' && text[i] <= '9') {
      pages = pages * 10 + std::size_t(text[i] - '0');
    }
  }
  return pages * crashPageSize;
}

bool isMemoryOut() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  const auto most = static_cast<std::size_t>(limit.rlim_cur);
  return dataInUse() + std::max(kLeastSpare, most / kSpareDivisor) >= most;
}

// Only functions that are safe in signal handlers may be called here.
void onCrash(int signal) {
  if (isMemoryOut()) {
    // Several threads may crash at once. The others wait for the first one to end the program.
    if (isEnding.test_and_set()) {
      for (;;) ::pause();
    }
    removeUnfinishedFiles();
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, crashMessage, std::strlen(crashMessage));
    ::_exit(crashStatus);
  }
  // The crash takes its course when this function returns.
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

void endWithMessageWhenMemoryIsOut(const char* message, int status) {
  crashMessage = message;
  crashStatus = status;
  if (const long size = ::sysconf(_SC_PAGESIZE); size > 0) crashPageSize = std::size_t(size);
  struct sigaction action = {};
  action.sa_handler = onCrash;
  // The signal is blocked in the handler, so that a crash there ends the program. The handler stays
  // for the signals of other threads.
  action.sa_flags = 0;
  for (const int signal : {SIGSEGV, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

#else

void endWithMessageWhenMemoryIsOut(const char*, int) {}

#endif

}  // namespace usdscope
