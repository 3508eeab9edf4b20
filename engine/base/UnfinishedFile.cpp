// SPDX-License-Identifier: Apache-2.0
#include "engine/base/UnfinishedFile.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif
#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#endif

namespace usdscope {
namespace {

// Whoever takes a name out of a slot owns it.
using NameSlot = std::atomic<char*>;

struct NameBlock {
  std::array<NameSlot, 64> slots{};
  NameBlock* next = nullptr;
};

// Names that the signal handler reads. Blocks of slots are added and never removed, so the handler
// needs no lock. Nothing is destroyed: files may be written while the program ends.
struct NameList {
  std::atomic<NameBlock*> first{nullptr};
  std::mutex freeMutex;                         // Guards freeSlots.
  std::vector<NameSlot*>* freeSlots = nullptr;  // Made with the first block.
};

NameList fileNames;    // All unfinished files.
NameList folderNames;  // All unfinished folders.

NameSlot& takeNameSlot(NameList& list, const std::string& name) {
  auto* copy = new char[name.size() + 1];
  std::memcpy(copy, name.c_str(), name.size() + 1);
  const std::lock_guard lock(list.freeMutex);
  if (!list.freeSlots) list.freeSlots = new std::vector<NameSlot*>();
  std::vector<NameSlot*>& slots = *list.freeSlots;
  if (slots.empty()) {
    auto* block = new NameBlock;
    block->next = list.first.load(std::memory_order_relaxed);
    for (NameSlot& slot : block->slots) slots.push_back(&slot);
    list.first.store(block, std::memory_order_release);
  }
  NameSlot& slot = *slots.back();
  slots.pop_back();
  slot.store(copy, std::memory_order_release);
  return slot;
}

void returnNameSlot(NameList& list, NameSlot& slot) {
  delete[] slot.exchange(nullptr);
  const std::lock_guard lock(list.freeMutex);
  list.freeSlots->push_back(&slot);
}

std::size_t longestName([[maybe_unused]] const std::filesystem::path& folder) {
  long most = 255;
#ifndef _WIN32
  most = ::pathconf(folder.empty() ? "." : folder.c_str(), _PC_NAME_MAX);
#endif
  return most > 0 ? static_cast<std::size_t>(most) : 255;
}

// Returns the start of a name, at most `size` bytes, without a part of a character of UTF-8.
std::string startOf(std::string name, std::size_t size) {
  if (name.size() <= size) return name;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  name.resize(size);
  return name;
}

std::filesystem::path unusedName(const std::filesystem::path& target, std::string_view ending) {
  static std::atomic<unsigned> counter{0};
#ifdef _WIN32
  const auto process = 0u;
#else
  const auto process = static_cast<unsigned>(::getpid());
#endif
  std::string added = '.' + std::to_string(process) + '-' + std::to_string(counter++);
  added += ending;
  const std::filesystem::path folder = target.parent_path();
  const std::size_t most = longestName(folder);
  const std::size_t kept = most > added.size() ? most - added.size() : 0;
  return folder / (startOf(target.filename().string(), kept) + added);
}

#ifdef __linux__

// Handlers have little stack.
constexpr int kMostFolderDepth = 4;

// Removes the content of an open folder, with `depth` levels of folders below it. Safe in signal
// handlers: reads the folder without the C library, which would allocate.
void removeContentOf(int folder, int depth) {
  struct Entry {  // As the system defines it.
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t byteSize;
    std::uint8_t type;
    char name[1];
  };
  alignas(Entry) std::array<char, 1024> bytes;
  while (true) {
    const long count = ::syscall(SYS_getdents64, folder, bytes.data(), bytes.size());
    if (count <= 0) return;
    for (long at = 0; at < count;) {
      std::uint16_t byteSize = 0;
      std::memcpy(&byteSize, &bytes[std::size_t(at) + offsetof(Entry, byteSize)], sizeof(byteSize));
      const char* name = &bytes[std::size_t(at) + offsetof(Entry, name)];
      const auto type = static_cast<unsigned char>(bytes[std::size_t(at) + offsetof(Entry, type)]);
      const bool isItself = name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
      at += byteSize;
      if (type != DT_DIR) {
        ::unlinkat(folder, name, 0);
        continue;
      }
      if (isItself || depth == 0) continue;
      const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      removeContentOf(inner, depth - 1);
      ::close(inner);
      ::unlinkat(folder, name, AT_REMOVEDIR);
    }
  }
}

// Removes a folder with its content. Safe in signal handlers.
void removeFolder(const char* name) {
  // Other threads may still be writing files.
  constexpr int kTries = 16;
  for (int i = 0; i < kTries; ++i) {
    const int folder = ::open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    removeContentOf(folder, kMostFolderDepth);
    ::close(folder);
    if (::rmdir(name) == 0) return;
  }
}

#endif

#ifndef _WIN32

// Only functions that are safe in signal handlers may be called here.
void onEndingSignal(int signal) {
  removeUnfinishedFiles();
  // The handler was reset, so the signal ends the program as soon as it is delivered.
  ::raise(signal);
}

#endif

}  // namespace

UnfinishedFile::UnfinishedFile(std::filesystem::path target, std::string_view ending)
    : target_(std::move(target)),
      path_(unusedName(target_, ending)),
      slot_(&takeNameSlot(fileNames, path_.string())) {}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::move(other.path_)),
      slot_(std::exchange(other.slot_, nullptr)) {
  other.path_.clear();
}

UnfinishedFile& UnfinishedFile::operator=(UnfinishedFile&& other) noexcept {
  if (this == &other) return *this;
  remove();
  target_ = std::move(other.target_);
  path_ = std::move(other.path_);
  other.path_.clear();
  slot_ = std::exchange(other.slot_, nullptr);
  return *this;
}

UnfinishedFile::~UnfinishedFile() { remove(); }

void UnfinishedFile::forget() {
  if (slot_) {
    returnNameSlot(fileNames, *static_cast<NameSlot*>(std::exchange(slot_, nullptr)));
  }
  path_.clear();
}

std::error_code UnfinishedFile::commit() {
  std::error_code error;
  std::filesystem::rename(path_, target_, error);
  if (error) {
    remove();
  } else {
    forget();
  }
  return error;
}

void UnfinishedFile::remove() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove(path_, ignored);
  forget();
}

UnfinishedFolder::UnfinishedFolder([[maybe_unused]] std::string_view name) {
#ifndef _WIN32
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  std::string path = (folder / name).string() + "-XXXXXX";
  if (error || !::mkdtemp(path.data())) return;
  path_ = path;
  slot_ = &takeNameSlot(folderNames, path);
#endif
}

UnfinishedFolder::~UnfinishedFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  if (slot_) returnNameSlot(folderNames, *static_cast<NameSlot*>(slot_));
}

void removeUnfinishedFiles() noexcept {
#ifndef _WIN32
  const auto takeNames = [](NameList& list, auto remove) {
    for (NameBlock* block = list.first.load(std::memory_order_acquire); block;
         block = block->next) {
      for (NameSlot& slot : block->slots) {
        if (const char* name = slot.exchange(nullptr)) remove(name);
      }
    }
  };
  takeNames(fileNames, [](const char* name) { ::unlink(name); });
#ifdef __linux__
  takeNames(folderNames, removeFolder);
#else
  takeNames(folderNames, [](const char* name) { ::rmdir(name); });
#endif
#endif
}

void removeUnfinishedFilesOnSignals() {
#ifndef _WIN32
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU}) {
    struct sigaction present = {};
    ::sigaction(signal, nullptr, &present);
    if ((present.sa_flags & SA_SIGINFO) || present.sa_handler != SIG_DFL) continue;
    struct sigaction action = {};
    action.sa_handler = onEndingSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
    ::sigaction(signal, &action, nullptr);
  }
#endif
}

}  // namespace usdscope
