// SPDX-License-Identifier: Apache-2.0
#include "app/session/disk/FolderSignals.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#if __has_include(<sys/inotify.h>)
#include <sys/inotify.h>
#define USDSCOPE_INOTIFY
#endif

namespace usdscope {

#ifdef USDSCOPE_INOTIFY
namespace {

constexpr std::uint32_t kEvents = IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                  IN_DELETE_SELF | IN_MODIFY | IN_MOVE_SELF | IN_MOVED_FROM |
                                  IN_MOVED_TO | IN_MASK_ADD | IN_ONLYDIR;

}  // namespace

FolderSignals::FolderSignals() {
  events_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (::pipe2(wake_, O_NONBLOCK | O_CLOEXEC) != 0) wake_[0] = wake_[1] = -1;
}

bool FolderSignals::add(const std::string& folder) {
  if (events_ < 0) return false;
  const int watch = ::inotify_add_watch(events_, folder.c_str(), kEvents);
  if (watch < 0) return false;
  std::vector<std::string>& paths = folders_[watch];
  if (std::ranges::find(paths, folder) == paths.end()) paths.push_back(folder);
  return true;
}

void FolderSignals::clear() {
  if (events_ < 0) return;
  ::close(events_);
  events_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  folders_.clear();
}

bool FolderSignals::read(const Touched& touched) {
  alignas(inotify_event) std::array<char, 64 * 1024> buffer;
  bool isComplete = true;
  while (true) {
    const ssize_t byteSize = ::read(events_, buffer.data(), buffer.size());
    if (byteSize <= 0) return isComplete;
    for (ssize_t at = 0; at < byteSize;) {
      inotify_event event = {};
      std::memcpy(&event, buffer.data() + at, sizeof(event));
      const char* name = buffer.data() + at + sizeof(event);
      at += ssize_t(sizeof(event)) + event.len;
      if (event.mask & IN_Q_OVERFLOW) isComplete = false;
      const auto found = folders_.find(event.wd);
      if (found == folders_.end()) continue;
      for (const std::string& folder : found->second) {
        // The events of the folder itself have no name.
        touched(event.len == 0 ? folder : folder == "/" ? folder + name : folder + "/" + name);
      }
      if (event.mask & IN_IGNORED) folders_.erase(found);
    }
  }
}
#else
FolderSignals::FolderSignals() {
  if (::pipe(wake_) != 0) wake_[0] = wake_[1] = -1;
  for (const int end : wake_) ::fcntl(end, F_SETFL, O_NONBLOCK);
}
bool FolderSignals::add(const std::string&) { return false; }
void FolderSignals::clear() {}
bool FolderSignals::read(const Touched&) { return true; }
#endif

FolderSignals::~FolderSignals() {
  for (const int descriptor : {events_, wake_[0], wake_[1]}) {
    if (descriptor >= 0) ::close(descriptor);
  }
}

bool FolderSignals::wait(int milliseconds, const Touched& touched) {
  // Negative descriptors are ignored.
  std::array<pollfd, 2> sources = {{{wake_[0], POLLIN, 0}, {events_, POLLIN, 0}}};
  ::poll(sources.data(), sources.size(), milliseconds);
  std::array<char, 64> ignored;
  while (::read(wake_[0], ignored.data(), ignored.size()) > 0) {
  }
  return events_ < 0 || read(touched);
}

void FolderSignals::wake() {
  const char signal = 0;
  [[maybe_unused]] const ssize_t written = ::write(wake_[1], &signal, 1);
}

}  // namespace usdscope
