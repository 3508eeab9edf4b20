// SPDX-License-Identifier: Apache-2.0
#include "app/cli/thumbnail/Sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

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
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
};

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
  // The flags of clone3() cannot be seen, and the C library falls back to clone().
  filter.push_back(skipUnless(SYS_clone3, 1));
  filter.push_back(answerCall(errorOf(ENOSYS)));
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

bool guardFiles(const std::vector<std::string>& folders) {
  const std::uint64_t rights = knownRights();
  if (rights == 0) return false;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = rights;
  const int rules = int(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (rules < 0) return false;
  for (const std::string& folder : folders) allowBelow(rules, folder.c_str(), rights);
  allowBelow(rules, "/dev", rights & kChangeFile);
  const bool isGuarded = ::syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  ::close(rules);
  return isGuarded;
}

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
