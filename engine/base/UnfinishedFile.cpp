// SPDX-License-Identifier: Apache-2.0
#include "engine/base/UnfinishedFile.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace usdscope {
namespace {

// The names of all unfinished files, which the signal handler reads. Blocks of slots are added and
// never removed, so the handler needs no lock. Whoever takes a name out of a slot owns it.
using NameSlot = std::atomic<char*>;

struct NameBlock {
  std::array<NameSlot, 64> slots{};
  NameBlock* next = nullptr;
};

std::atomic<NameBlock*> firstNameBlock{nullptr};
std::mutex freeNameMutex;  // Guards freeNameSlots.

std::vector<NameSlot*>& freeNameSlots() {
  // Never destroyed: files may be written while the program ends.
  static auto* slots = new std::vector<NameSlot*>();
  return *slots;
}

NameSlot& takeNameSlot(const std::string& name) {
  auto* copy = new char[name.size() + 1];
  std::memcpy(copy, name.c_str(), name.size() + 1);
  const std::lock_guard lock(freeNameMutex);
  std::vector<NameSlot*>& slots = freeNameSlots();
  if (slots.empty()) {
    auto* block = new NameBlock;
    block->next = firstNameBlock.load(std::memory_order_relaxed);
    for (NameSlot& slot : block->slots) slots.push_back(&slot);
    firstNameBlock.store(block, std::memory_order_release);
  }
  NameSlot& slot = *slots.back();
  slots.pop_back();
  slot.store(copy, std::memory_order_release);
  return slot;
}

void returnNameSlot(NameSlot& slot) {
  delete[] slot.exchange(nullptr);
  const std::lock_guard lock(freeNameMutex);
  freeNameSlots().push_back(&slot);
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
      slot_(&takeNameSlot(path_.string())) {}

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
  if (slot_) returnNameSlot(*static_cast<NameSlot*>(std::exchange(slot_, nullptr)));
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

void removeUnfinishedFiles() noexcept {
#ifndef _WIN32
  for (NameBlock* block = firstNameBlock.load(std::memory_order_acquire); block;
       block = block->next) {
    for (NameSlot& slot : block->slots) {
      if (const char* name = slot.exchange(nullptr)) ::unlink(name);
    }
  }
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
