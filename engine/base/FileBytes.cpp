// SPDX-License-Identifier: Apache-2.0
#include "engine/base/FileBytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "engine/base/MappedFile.h"
#include "engine/base/ResponsiveThread.h"
#include "engine/base/UnreadFiles.h"

namespace usdscope {
namespace {

// Below this size a read is cheaper than a mapping.
constexpr std::size_t kMapFrom = 64 * 1024;

struct OpenFile {
  // Does not block: a pipe must be refused, not waited for.
  explicit OpenFile(const std::string& path)
      : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (fd >= 0) ::close(fd);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int fd;
};

/// Whether an error says nothing about the file, but about the machine.
bool isErrorOfMachine(int error) {
  return error == EIO || error == ENOMEM || error == EMFILE || error == ENFILE || error == EAGAIN;
}

FileBytesResult failure(int error, const std::string& path) {
  if (isErrorOfMachine(error)) noteUnreadFile(path);
  return {std::nullopt, std::error_code(error, std::generic_category()).message() + "."};
}

}  // namespace

FileBytes FileBytes::fromBuffer(std::vector<std::byte> buffer) {
  auto owned = std::make_shared<const std::vector<std::byte>>(std::move(buffer));
  FileBytes result;
  result.bytes_ = *owned;
  result.owner_ = std::move(owned);
  return result;
}

FileBytes FileBytes::fromText(std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return fromBuffer({first, first + text.size()});
}

FileBytes FileBytes::slice(std::size_t byteOffset, std::size_t byteSize) const {
  assert(byteOffset <= bytes_.size() && byteSize <= bytes_.size() - byteOffset);
  FileBytes part = *this;
  part.bytes_ = bytes_.subspan(byteOffset, byteSize);
  return part;
}

FileBytesResult readFileBytes(const std::string& path) {
  noteFileAccess(path);
  const OpenFile file(path);
  if (file.fd < 0) return failure(errno, path);
  struct stat info = {};
  if (::fstat(file.fd, &info) != 0) return failure(errno, path);
  if (!S_ISREG(info.st_mode)) return {std::nullopt, "This is not a regular file."};
  const auto byteSize = static_cast<std::size_t>(info.st_size);

  if (byteSize >= kMapFrom) {
    std::shared_ptr<const std::byte> mapped = mapFile(file.fd, byteSize, path);
    if (!mapped) return failure(errno, path);
    FileBytes result;
    result.bytes_ = {mapped.get(), byteSize};
    result.owner_ = std::move(mapped);
    return {std::move(result), {}};
  }

  std::vector<std::byte> buffer(byteSize);
  std::size_t filled = 0;
  while (filled < byteSize) {
    const ssize_t got = ::read(file.fd, buffer.data() + filled, byteSize - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(errno, path);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  buffer.resize(filled);
  return {FileBytes::fromBuffer(std::move(buffer)), {}};
}

}  // namespace usdscope
