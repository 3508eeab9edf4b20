// SPDX-License-Identifier: Apache-2.0

// A library to be loaded before a program (LD_PRELOAD). It counts the calls of the program by which
// it reads, maps, writes, renames and allocates, and lets one of them fail. The environment says
// which: USDSCOPE_FAULT="write 12 fail", a kind of calls, a number and an act, which is
// - fail: this call fails; - full: this write and all later ones fail, as on a full disk;
// - kill: the process ends as by `kill -9`, and a write is done by half.
// Only files can fail, not sockets and pipes. With USDSCOPE_FAULT_LEAST only allocations of so many
// bytes or more fail, and none of the drivers of OpenGL: libraries of a window do not survive them.
// Counting begins when the file is opened whose name ends in USDSCOPE_FAULT_START: before that,
// programs start up. When the program ends, the number of calls counted is written to the file
// USDSCOPE_FAULT_COUNT.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <utility>

// The names are those of the C library.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace {

enum class Call { None, Read, Map, Write, Rename, Allocate };
enum class Act { Fail, Full, Kill };

struct Fault {
  Call call = Call::None;
  unsigned long number = 0;
  Act act = Act::Fail;
  unsigned long leastBytes = 1;  // The smallest allocation that may fail.
  const char* start = nullptr;
  const char* countFile = nullptr;
};

Fault fault;
std::atomic<bool> isCounting{false};
std::atomic<unsigned long> calls{0};
// The C library ends a program that has no memory for the destructor of a `thread_local`.
thread_local bool isRegistering = false;

bool startsWith(const char* text, const char* start) {
  return std::strncmp(text, start, std::strlen(start)) == 0;
}

__attribute__((constructor)) void readEnvironment() {
  const char* given = std::getenv("USDSCOPE_FAULT");
  if (!given) return;
  for (const auto& [call, name] :
       std::initializer_list<std::pair<Call, const char*>>{{Call::Read, "read "},
                                                           {Call::Map, "map "},
                                                           {Call::Write, "write "},
                                                           {Call::Rename, "rename "},
                                                           {Call::Allocate, "allocate "}}) {
    if (startsWith(given, name)) fault.call = call;
  }
  char* end = nullptr;
  fault.number = std::strtoul(std::strchr(given, ' ') + 1, &end, 10);
  if (startsWith(end, " full")) fault.act = Act::Full;
  if (startsWith(end, " kill")) fault.act = Act::Kill;
  if (const char* least = std::getenv("USDSCOPE_FAULT_LEAST")) {
    fault.leastBytes = std::strtoul(least, nullptr, 10);
  }
  fault.start = std::getenv("USDSCOPE_FAULT_START");
  fault.countFile = std::getenv("USDSCOPE_FAULT_COUNT");
}

__attribute__((destructor)) void writeCount() {
  // A process that hands its work to a child leaves the count to the child.
  if (!fault.countFile || calls == 0) return;
  isCounting = false;
  char digits[24];
  std::size_t at = sizeof(digits);
  unsigned long rest = calls;
  do digits[--at] = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) > 0);
  const long handle = ::syscall(SYS_openat, AT_FDCWD, fault.countFile, O_WRONLY | O_CREAT, 0600);
  ::syscall(SYS_write, handle, digits + at, sizeof(digits) - at);
}

// Counts a call, and returns whether it is the one that fails.
bool isFaulty(Call call) {
  if (call != fault.call || !isCounting.load(std::memory_order_relaxed)) return false;
  const unsigned long number = ++calls;
  if (fault.number == 0) return false;
  return number == fault.number || (fault.act == Act::Full && number > fault.number);
}

void killIfAsked() {
  if (fault.act == Act::Kill) ::syscall(SYS_kill, ::getpid(), SIGKILL);
}

void noteOpened(const char* file) {
  if (!fault.start || isCounting || !file) return;
  const std::size_t size = std::strlen(file);
  const std::size_t endSize = std::strlen(fault.start);
  if (size >= endSize && std::strcmp(file + size - endSize, fault.start) == 0) isCounting = true;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <typename Result>
Result failing(int code, Result result) {
  killIfAsked();
  errno = code;
  return result;
}

bool isRegularFile(int handle) {
  struct stat status = {};
  return ::syscall(SYS_fstat, handle, &status) == 0 && S_ISREG(status.st_mode);
}

bool isFaultyRead(int handle) {
  return fault.call == Call::Read && isRegularFile(handle) && isFaulty(Call::Read);
}

// The messages of a program are written even on a full disk.
bool isFaultyWrite(int handle) {
  return fault.call == Call::Write && handle > STDERR_FILENO && isRegularFile(handle) &&
         isFaulty(Call::Write);
}

// Memory that processes share looks like a file without a name.
bool isFaultyMap(int handle) {
  struct stat status = {};
  return fault.call == Call::Map && ::syscall(SYS_fstat, handle, &status) == 0 &&
         S_ISREG(status.st_mode) && status.st_nlink > 0 && isFaulty(Call::Map);
}

bool isDriver(const void* code) {
  Dl_info info = {};
  if (::dladdr(code, &info) == 0 || !info.dli_fname) return false;
  for (const char* name : {"_dri.so", "libgallium", "libLLVM", "libGLX", "libEGL"}) {
    if (std::strstr(info.dli_fname, name)) return true;
  }
  return false;
}

bool isFaultyAllocation(std::size_t byteSize, const void* caller) {
  if (fault.call != Call::Allocate || byteSize < fault.leastBytes || isRegistering) return false;
  if (fault.leastBytes > 1 && isDriver(caller)) return false;
  return isFaulty(Call::Allocate);
}

void* allocateAligned(std::size_t alignment, std::size_t size, const void* caller) {
  if (isFaultyAllocation(size, caller)) return failing<void*>(ENOMEM, nullptr);
  return __libc_memalign(alignment, size);
}

}  // namespace

extern "C" {

int open(const char* file, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;
  va_end(rest);
  noteOpened(file);
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, file, flags, mode));
}

int open64(const char* file, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;
  va_end(rest);
  noteOpened(file);
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, file, flags, mode));
}

FILE* fopen(const char* file, const char* mode) {
  noteOpened(file);
  static auto* const real = next<FILE*(const char*, const char*)>("fopen");
  return real(file, mode);
}

FILE* fopen64(const char* file, const char* mode) {
  noteOpened(file);
  static auto* const real = next<FILE*(const char*, const char*)>("fopen64");
  return real(file, mode);
}

ssize_t read(int handle, void* bytes, std::size_t size) {
  if (isFaultyRead(handle)) return failing<ssize_t>(EIO, -1);
  return ::syscall(SYS_read, handle, bytes, size);
}

ssize_t pread64(int handle, void* bytes, std::size_t size, off64_t offset) {
  if (isFaultyRead(handle)) return failing<ssize_t>(EIO, -1);
  return ::syscall(SYS_pread64, handle, bytes, size, offset);
}

ssize_t pread(int handle, void* bytes, std::size_t size, off_t offset) {
  return pread64(handle, bytes, size, offset);
}

ssize_t write(int handle, const void* bytes, std::size_t size) {
  if (isFaultyWrite(handle)) {
    if (fault.act != Act::Fail) ::syscall(SYS_write, handle, bytes, size / 2);
    return failing<ssize_t>(fault.act == Act::Full ? ENOSPC : EIO, -1);
  }
  return ::syscall(SYS_write, handle, bytes, size);
}

ssize_t writev(int handle, const struct iovec* parts, int count) {
  if (isFaultyWrite(handle)) return failing<ssize_t>(ENOSPC, -1);
  return ::syscall(SYS_writev, handle, parts, count);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, FILE* file) {
  static auto* const real =
      next<std::size_t(const void*, std::size_t, std::size_t, FILE*)>("fwrite");
  if (isFaultyWrite(::fileno(file))) return failing<std::size_t>(ENOSPC, 0);
  return real(bytes, size, count, file);
}

int fsync(int handle) {
  if (isFaultyWrite(handle)) return failing(EIO, -1);
  return static_cast<int>(::syscall(SYS_fsync, handle));
}

int close(int handle) {
  // The handle is closed even if this fails.
  const bool fails = isFaultyWrite(handle);
  const auto result = static_cast<int>(::syscall(SYS_close, handle));
  return fails ? failing(EIO, -1) : result;
}

void* mmap64(void* address, std::size_t size, int protection, int flags, int handle,
             off64_t offset) {
  if (handle >= 0 ? isFaultyMap(handle) : isFaultyAllocation(size, __builtin_return_address(0))) {
    return failing(ENOMEM, MAP_FAILED);
  }
  return reinterpret_cast<void*>(
      ::syscall(SYS_mmap, address, size, protection, flags, handle, offset));
}

void* mmap(void* address, std::size_t size, int protection, int flags, int handle, off_t offset) {
  return mmap64(address, size, protection, flags, handle, offset);
}

int rename(const char* from, const char* to) {
  if (isFaulty(Call::Rename)) return failing(EACCES, -1);
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

void* malloc(std::size_t size) {
  if (isFaultyAllocation(size, __builtin_return_address(0))) return failing<void*>(ENOMEM, nullptr);
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  if (isFaultyAllocation(count * size, __builtin_return_address(0)))
    return failing<void*>(ENOMEM, nullptr);
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  if (size > 0 && isFaultyAllocation(size, __builtin_return_address(0)))
    return failing<void*>(ENOMEM, nullptr);
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  return allocateAligned(alignment, size, __builtin_return_address(0));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocateAligned(alignment, size, __builtin_return_address(0));
}

int posix_memalign(void** bytes, std::size_t alignment, std::size_t size) {
  *bytes = allocateAligned(alignment, size, __builtin_return_address(0));
  return *bytes ? 0 : ENOMEM;
}

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library) {
  using Register = int(void (*)(void*), void*, void*);
  static auto* const real = next<Register>("__cxa_thread_atexit_impl");
  isRegistering = true;
  const int result = real(destroy, object, library);
  isRegistering = false;
  return result;
}

// The child of a program ends without destructors.
[[noreturn]] void _exit(int status) {
  writeCount();
  for (;;) ::syscall(SYS_exit_group, status);
}

}  // extern "C"
