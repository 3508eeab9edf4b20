// SPDX-License-Identifier: Apache-2.0
#include "engine/format/ReplaceFile.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>

#include "engine/base/ResponsiveThread.h"
#include "engine/base/UnfinishedFile.h"

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

class NewFile final : public TextSink {
 public:
  explicit NewFile(std::ofstream& out) : out_(out) {}
  bool write(std::string_view bytes) override {
    return bool(out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())));
  }
  bool overwrite(std::size_t offset, std::string_view bytes) override {
    out_.seekp(static_cast<std::streamoff>(offset));
    const bool isWritten = write(bytes);
    out_.seekp(0, std::ios::end);
    return isWritten && out_;
  }

 private:
  std::ofstream& out_;
};

// This system has no portable way to wait for the disk. The rename is still atomic.
std::string writeNew(const std::string&, const std::string& unfinished,
                     const std::function<bool(TextSink&)>& fill) {
  std::ofstream out(unfinished, std::ios::binary | std::ios::trunc);
  NewFile sink(out);
  const bool isWritten = fill(sink);
  out.close();
  return isWritten && out ? std::string() : sentence("The file cannot be written", errno);
}

void syncFolder(const std::filesystem::path&) {}

bool mayWrite(const std::string&) { return true; }  // Renaming refuses read-only files there.

#else

// Renaming needs only the right to write to the folder, but a read-only file must not be replaced.
bool mayWrite(const std::string& file) {
  return ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) == 0 || errno != EACCES;
}

class NewFile final : public TextSink {
 public:
  explicit NewFile(int handle) : handle_(handle) {}
  bool write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t count = ::write(handle_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return fails();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  bool overwrite(std::size_t offset, std::string_view bytes) override {
    if (::lseek(handle_, static_cast<off_t>(offset), SEEK_SET) < 0) return fails();
    return write(bytes) && (::lseek(handle_, 0, SEEK_END) >= 0 || fails());
  }
  bool sync() { return ::fsync(handle_) == 0 || fails(); }
  /// The first error of the system; 0: none.
  int code() const { return code_; }

 private:
  bool fails() {
    if (code_ == 0) code_ = errno;
    return false;
  }

  int handle_;
  int code_ = 0;
};

std::string writeNew(const std::string& file, const std::string& unfinished,
                     const std::function<bool(TextSink&)>& fill) {
  struct stat old{};
  const bool isThere = ::stat(file.c_str(), &old) == 0;
  const int handle = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (handle < 0) return sentence("The file cannot be written", errno);
  // Without the right to change them, the file keeps the permissions of a new file.
  if (isThere && ::fchmod(handle, old.st_mode & 07777) != 0) errno = 0;
  NewFile sink(handle);
  const bool isWritten = fill(sink) && sink.sync();
  const bool isClosed = ::close(handle) == 0;
  if (!isWritten) return sentence("The file cannot be written", sink.code());
  return isClosed ? std::string() : sentence("The file cannot be written", errno);
}

// Syncs the folder, so that the new name is on the disk. A failure is ignored.
void syncFolder(const std::filesystem::path& folder) {
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

#endif

// Returns the file behind all links. The last link may point to a file that does not exist.
std::filesystem::path withoutLinks(std::filesystem::path file) {
  constexpr int kMostLinks = 40;  // The limit of the system, since links may form a cycle.
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(file, error); ++i) {
    const auto next = std::filesystem::read_symlink(file, error);
    if (error) break;
    file = file.parent_path() / next;  // An absolute path replaces the whole.
  }
  return file;
}

}  // namespace

FileReplacement::FileReplacement(const std::string& file,
                                 const std::function<bool(TextSink&)>& fill) {
  noteFileAccess(file);
  problem_ = whyNotReplaceable(file);
  if (!problem_.empty()) return;
  unfinished_ = UnfinishedFile(withoutLinks(file));
  const std::filesystem::path& target = unfinished_.target();
  problem_ = writeNew(target.string(), unfinished_.path().string(), fill);
  if (problem_.empty()) return;
  unfinished_.remove();
  const std::filesystem::path folder = target.parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::exists(folder, error)) {
    problem_ = fmt::format("The file cannot be written: there is no folder '{}'.", folder.string());
  }
}

std::string FileReplacement::commit() {
  if (!problem_.empty()) return problem_;
  if (const std::error_code error = unfinished_.commit()) {
    problem_ = sentence("The file cannot be replaced", error.value());
    return problem_;
  }
  syncFolder(unfinished_.target().parent_path());
  return {};
}

std::string whyNotReplaceable(const std::string& file) {
  std::error_code error;
  const std::filesystem::path target = withoutLinks(file);
  const auto status = std::filesystem::symlink_status(target, error);
  if (!std::filesystem::exists(status)) return {};
  if (!std::filesystem::is_regular_file(status)) return "This is not a regular file.";
  if (mayWrite(target.string())) return {};
  return "Insufficient permissions: the file may not be written to.";
}

std::string replaceFile(const std::string& file, const std::function<bool(TextSink&)>& fill) {
  return FileReplacement(file, fill).commit();
}

std::string replaceFile(const std::string& file, std::string_view bytes) {
  return replaceFile(file, [bytes](TextSink& sink) { return sink.write(bytes); });
}

}  // namespace usdscope
