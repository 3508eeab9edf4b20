// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "engine/format/LayerSave.h"

#ifdef _WIN32
#include <fstream>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace usdscope {
namespace {

std::string sentence(std::string_view what, int code) {
  std::string text(what);
  text += ": ";
  text += std::generic_category().message(code);
  text += '.';
  return text;
}

#ifdef _WIN32

// There is no portable way to wait for the disk here; the rename is atomic all the same.
std::string writeNew(const std::string& file, const std::string& unfinished,
                     std::string_view bytes) {
  std::ofstream out(unfinished, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out ? std::string() : sentence("Cannot be written", errno);
}

void syncFolder(const std::filesystem::path&) {}

bool mayWrite(const std::string&) { return true; }  // Renaming refuses read-only files there.

#else

// A file can be replaced by whoever may write to its folder; one that is protected shall stay.
bool mayWrite(const std::string& file) {
  return ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0 || errno != EACCES;
}

bool writeAll(int handle, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(handle, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string writeNew(const std::string& file, const std::string& unfinished,
                     std::string_view bytes) {
  struct stat old {};
  const bool isThere = ::stat(file.c_str(), &old) == 0;
  const int handle = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (handle < 0) return sentence("Cannot be written", errno);
  // Without the right to change them the file has the permissions of a new one.
  if (isThere && ::fchmod(handle, old.st_mode & 07777) != 0) errno = 0;
  const bool isWritten = writeAll(handle, bytes) && ::fsync(handle) == 0;
  const int code = errno;
  const bool isClosed = ::close(handle) == 0;
  if (!isWritten) return sentence("Cannot be written", code);
  return isClosed ? std::string() : sentence("Cannot be written", errno);
}

// The name itself is safe once its folder is synced; failing that it is as safe as it gets.
void syncFolder(const std::filesystem::path& folder) {
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

#endif

// Where the bytes go: behind all links, the last of which may point to nothing.
std::filesystem::path withoutLinks(std::filesystem::path file) {
  constexpr int kMostLinks = 40;  // As the system's own limit; links may go round.
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(file, error); ++i) {
    const auto next = std::filesystem::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / next;  // An absolute one takes the place of all.
  }
  return file;
}

}  // namespace

std::string replaceFile(const std::string& file, std::string_view bytes) {
  std::error_code error;
  const std::filesystem::path target = withoutLinks(file);
  const auto status = std::filesystem::symlink_status(target, error);
  const bool isThere = std::filesystem::exists(status);
  if (isThere && !std::filesystem::is_regular_file(status)) return "This is no regular file.";
  if (isThere && !mayWrite(target.string())) {
    return "Insufficient permissions: the file may not be written to.";
  }
  // A name that no other process and no other thread writes to.
  static std::atomic<unsigned> counter{0};
#ifdef _WIN32
  const auto process = 0u;
#else
  const auto process = static_cast<unsigned>(::getpid());
#endif
  std::filesystem::path unfinished = target;
  unfinished += "." + std::to_string(process) + "-" + std::to_string(counter++) + ".unfinished";

  std::string problem = writeNew(target.string(), unfinished.string(), bytes);
  if (problem.empty()) {
    std::filesystem::rename(unfinished, target, error);
    if (error) problem = sentence("Cannot be replaced", error.value());
  }
  if (!problem.empty()) {
    std::filesystem::remove(unfinished, error);
    return problem;
  }
  syncFolder(target.parent_path());
  return {};
}

}  // namespace usdscope
