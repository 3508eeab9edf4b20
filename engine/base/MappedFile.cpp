// SPDX-License-Identifier: Apache-2.0
#include "engine/base/MappedFile.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace usdscope {
namespace {

// The mappings of this process, which the signal handler reads. Blocks of slots are added and never
// removed, so the handler needs no lock.
struct Slot {
  std::atomic<std::uintptr_t> begin{0};  // 0: unused.
  std::atomic<std::size_t> byteSize{0};
  std::atomic<bool> isLost{false};  // Whether pages were replaced.
  // The file as it was mapped. Guarded by slotMutex.
  std::string path;
  struct stat mapped = {};
};

struct Block {
  std::array<Slot, 1024> slots;
  Block* next = nullptr;
};

std::atomic<Block*> firstBlock{nullptr};
std::mutex slotMutex;
struct sigaction previous = {};
std::uintptr_t pageSize = 4096;

// Guarded by slotMutex.
std::vector<Slot*>& freeSlots() {
  // Never destroyed: files may be closed while the program ends.
  static auto* slots = new std::vector<Slot*>();
  return *slots;
}

// The changed files whose mappings have ended. Guarded by slotMutex.
std::set<std::string>& changedFiles() {
  static auto* files = new std::set<std::string>();
  return *files;
}

// Whether the mapped file was changed in place. Requires: slotMutex is locked.
bool isChanged(const Slot& slot) {
  if (slot.isLost.load(std::memory_order_relaxed)) return true;
  struct stat now = {};
  if (::stat(slot.path.c_str(), &now) != 0) return false;
  const struct stat& was = slot.mapped;
  if (now.st_dev != was.st_dev || now.st_ino != was.st_ino) return false;
  return now.st_size != was.st_size || now.st_mtim.tv_sec != was.st_mtim.tv_sec ||
         now.st_mtim.tv_nsec != was.st_mtim.tv_nsec;
}

// Replaces pages behind the end of their file by zeros. Only functions that are safe in signal
// handlers may be called here.
bool replaceLostPages(std::uintptr_t address) {
  for (Block* block = firstBlock.load(std::memory_order_acquire); block; block = block->next) {
    for (Slot& slot : block->slots) {
      const std::uintptr_t begin = slot.begin.load(std::memory_order_acquire);
      const std::size_t byteSize = slot.byteSize.load(std::memory_order_relaxed);
      if (begin == 0 || address < begin || address - begin >= byteSize) continue;
      slot.isLost.store(true, std::memory_order_relaxed);
      // The file ends before this page, so all later pages are lost, too.
      const std::uintptr_t page = address / pageSize * pageSize;
      void* mapped = ::mmap(reinterpret_cast<void*>(page), begin + byteSize - page, PROT_READ,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
      return mapped != MAP_FAILED;
    }
  }
  return false;
}

void onBusError(int signal, siginfo_t* info, void* context) {
  if (replaceLostPages(reinterpret_cast<std::uintptr_t>(info->si_addr))) return;
  if (previous.sa_flags & SA_SIGINFO) return previous.sa_sigaction(signal, info, context);
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    return previous.sa_handler(signal);
  }
  // The fault happens again, and ends the program.
  ::sigaction(SIGBUS, &previous, nullptr);
}

void installHandler() {
  static std::once_flag once;
  std::call_once(once, [] {
    pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action = {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(SIGBUS, &action, &previous);
  });
}

// Requires: slotMutex is locked.
Slot& takeSlot() {
  std::vector<Slot*>& slots = freeSlots();
  if (slots.empty()) {
    auto* block = new Block;
    block->next = firstBlock.load(std::memory_order_relaxed);
    for (Slot& slot : block->slots) slots.push_back(&slot);
    firstBlock.store(block, std::memory_order_release);
  }
  Slot& slot = *slots.back();
  slots.pop_back();
  return slot;
}

}  // namespace

std::shared_ptr<const std::byte> mapFile(int descriptor, std::size_t byteSize,
                                         const std::string& path) {
  installHandler();
  void* mapped = ::mmap(nullptr, byteSize, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const std::lock_guard lock(slotMutex);
  Slot& slot = takeSlot();
  slot.path = path;
  slot.isLost.store(false, std::memory_order_relaxed);
  if (::fstat(descriptor, &slot.mapped) != 0) slot.mapped = {};
  slot.byteSize.store(byteSize, std::memory_order_relaxed);
  slot.begin.store(reinterpret_cast<std::uintptr_t>(mapped), std::memory_order_release);
  return {static_cast<const std::byte*>(mapped), [&slot, byteSize](const std::byte* bytes) {
            slot.begin.store(0, std::memory_order_release);
            ::munmap(const_cast<std::byte*>(bytes), byteSize);
            const std::lock_guard end(slotMutex);
            if (isChanged(slot)) changedFiles().insert(std::move(slot.path));
            freeSlots().push_back(&slot);
          }};
}

std::vector<std::string> takeFilesChangedWhileMapped() {
  const std::lock_guard lock(slotMutex);
  std::set<std::string> changed;
  changed.swap(changedFiles());
  for (Block* block = firstBlock.load(std::memory_order_acquire); block; block = block->next) {
    for (Slot& slot : block->slots) {
      if (slot.begin.load(std::memory_order_relaxed) == 0 || !isChanged(slot)) continue;
      changed.insert(slot.path);
    }
  }
  return {changed.begin(), changed.end()};
}

}  // namespace usdscope
