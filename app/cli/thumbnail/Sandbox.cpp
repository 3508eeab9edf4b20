// SPDX-License-Identifier: Apache-2.0
#include "app/cli/thumbnail/Sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)  // Since Linux 5.13.
#include <linux/landlock.h>
#endif

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

namespace usdscope {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kSandboxMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kSandboxMachine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kSandboxMachine = 0;
#endif

// Calls that drawing never needs.
constexpr long kRefusedCalls[] = {
    SYS_socket,
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_tkill,
    SYS_mount,
    SYS_umount2,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_open_by_handle_at,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    // Landlock knows this one since Linux 6.2 only, and the rest not at all.
    SYS_truncate,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    452,  // fchmodat2, setxattrat, removexattrat and file_setattr have the same numbers everywhere,
    463,  // and headers may be older than they are.
    466,
    469,
#ifdef __x86_64__  // Other processors have only newer calls for these.
    SYS_fork,
    SYS_vfork,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
};

// These write to the input of a terminal, as if its user had typed.
constexpr std::uint32_t kTypingRequests[] = {TIOCSTI, TIOCLINUX};

// Opening a file empties it with O_TRUNC even if it is not opened for writing, and Landlock asks
// for no right then before Linux 6.2. Nothing that draws does this. The access mode 3 is
// undocumented.
constexpr std::uint32_t kOpenMask = O_TRUNC | O_ACCMODE;
constexpr std::uint32_t kTruncatingFlags[] = {O_TRUNC | O_RDONLY, O_TRUNC | O_ACCMODE};

// All processors have these numbers; headers may be too old to name them.
constexpr long kClone3 = 435;
constexpr long kOpenat2 = 437;

sock_filter loadWord(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, std::uint32_t(offset));
}

// Goes on with the next instruction, or skips `count` ones.
sock_filter skipUnless(std::uint32_t value, unsigned count) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, std::uint8_t(count));
}

sock_filter answerCall(std::uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }

constexpr std::uint32_t errorOf(int number) {
  return SECCOMP_RET_ERRNO | (std::uint32_t(number) & SECCOMP_RET_DATA);
}

// The lower half of an argument; both processors are little-endian.
std::size_t argumentAt(std::size_t index) {
  return offsetof(seccomp_data, args) + index * sizeof(std::uint64_t);
}

// Refuses a call if an argument, of which `mask` is compared, has one of these values.
void refuseArguments(std::vector<sock_filter>& filter, long call, std::size_t argument,
                     std::uint32_t mask, std::span<const std::uint32_t> refused) {
  filter.push_back(skipUnless(std::uint32_t(call), unsigned(3 + 2 * refused.size())));
  filter.push_back(loadWord(argumentAt(argument)));
  filter.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  for (const std::uint32_t value : refused) {
    filter.push_back(skipUnless(value, 1));
    filter.push_back(answerCall(errorOf(EPERM)));
  }
  filter.push_back(answerCall(SECCOMP_RET_ALLOW));
}

std::vector<sock_filter> makeCallFilter() {
  const std::uint32_t refuse = errorOf(EPERM);
  std::vector<sock_filter> filter = {loadWord(offsetof(seccomp_data, arch)),
                                     skipUnless(kSandboxMachine, 1),
                                     BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), answerCall(refuse),
                                     loadWord(offsetof(seccomp_data, nr))};
#ifdef __x86_64__
  // Calls of the x32 interface have other numbers.
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1));
  filter.push_back(answerCall(refuse));
#endif
  for (const long call : kRefusedCalls) {
    filter.push_back(skipUnless(std::uint32_t(call), 1));
    filter.push_back(answerCall(refuse));
  }
  // The flags of these cannot be seen, and the C library has older calls for both.
  for (const long call : {kClone3, kOpenat2}) {
    filter.push_back(skipUnless(std::uint32_t(call), 1));
    filter.push_back(answerCall(errorOf(ENOSYS)));
  }
  refuseArguments(filter, SYS_ioctl, 1, ~0U, kTypingRequests);
  refuseArguments(filter, SYS_openat, 2, kOpenMask, kTruncatingFlags);
#ifdef __x86_64__
  refuseArguments(filter, SYS_open, 1, kOpenMask, kTruncatingFlags);
#endif
  // Threads may be started, processes may not.
  filter.push_back(skipUnless(SYS_clone, 4));
  filter.push_back(loadWord(argumentAt(0)));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
  filter.push_back(answerCall(refuse));
  filter.push_back(answerCall(SECCOMP_RET_ALLOW));
  // Signals go to this process only: time limits use them.
  for (const long call : {SYS_kill, SYS_tgkill}) {
    filter.push_back(skipUnless(std::uint32_t(call), 4));
    filter.push_back(loadWord(argumentAt(0)));
    filter.push_back(skipUnless(std::uint32_t(::getpid()), 1));
    filter.push_back(answerCall(SECCOMP_RET_ALLOW));
    filter.push_back(answerCall(refuse));
  }
  filter.push_back(answerCall(SECCOMP_RET_ALLOW));
  return filter;
}

bool guardCalls() {
  if (kSandboxMachine == 0) return false;
  std::vector<sock_filter> filter = makeCallFilter();
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

#if defined(LANDLOCK_CREATE_RULESET_VERSION) && defined(SYS_landlock_create_ruleset)

#ifdef LANDLOCK_ACCESS_FS_TRUNCATE
constexpr std::uint64_t kTruncate = LANDLOCK_ACCESS_FS_TRUNCATE;
#else
constexpr std::uint64_t kTruncate = 1ULL << 14;  // Headers before Linux 6.2 lack it.
#endif
constexpr std::uint64_t kChangeFile = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
constexpr std::uint64_t kChangeFolder =
    kChangeFile | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

// The rights that the Landlock of this system knows; 0 without it.
std::uint64_t knownRights() {
  const long version =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  return version >= 3 ? kChangeFolder : kChangeFolder & ~kTruncate;
}

void allowBelow(int rules, const char* path, std::uint64_t rights) {
  const int file = ::open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return;
  struct stat info = {};
  const bool isFolder = ::fstat(file, &info) == 0 && S_ISDIR(info.st_mode);
  landlock_path_beneath_attr rule = {};
  rule.allowed_access = isFolder ? rights : rights & kChangeFile;
  rule.parent_fd = file;
  ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(file);
}

// Devices that programs write to: those of graphics cards, and those that keep nothing.
bool isWrittenDevice(std::string_view name) {
  for (const std::string_view whole : {"null", "zero", "full", "dri", "kfd", "dxg", "udmabuf"}) {
    if (name == whole) return true;
  }
  for (const std::string_view start : {"nvidia", "nvhost", "nvmap", "mali", "kgsl"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

void allowDevices(int rules, std::uint64_t rights) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::directory_iterator each("/dev", error), end; !error && each != end;
       each.increment(error)) {
    const fs::path& path = each->path();
    if (isWrittenDevice(path.filename().string())) allowBelow(rules, path.c_str(), rights);
  }
}

bool guardFiles(const std::vector<std::string>& folders) {
  const std::uint64_t rights = knownRights();
  if (rights == 0) return false;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = rights;
  const int rules = int(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (rules < 0) return false;
  for (const std::string& folder : folders) allowBelow(rules, folder.c_str(), rights);
  allowDevices(rules, rights & kChangeFile);
  const bool isGuarded = ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  ::close(rules);
  return isGuarded;
}

#else

bool guardFiles(const std::vector<std::string>&) { return false; }

#endif

}  // namespace

Sandbox enterSandbox(const std::vector<std::string>& folders) {
  Sandbox sandbox;
  // Without this, both parts would need the rights of root.
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return sandbox;
  sandbox.guardsFiles = guardFiles(folders);
  sandbox.guardsCalls = guardCalls();
  return sandbox;
}

}  // namespace usdscope
