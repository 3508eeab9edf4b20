// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/base/UnfinishedFile.h"
#include "engine/image/detail/WriteWhole.h"

namespace usdscope {

std::string writeWholeFile(std::span<const std::byte> bytes, const std::string& path) {
  std::error_code error;
  // Writes to another name first, so that the file is never incomplete. Devices and pipes are
  // written directly.
  const bool isReplaced =
      !std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error);
  UnfinishedFile unfinished = isReplaced ? UnfinishedFile(path) : UnfinishedFile();
  {
    errno = 0;
    std::ofstream file(isReplaced ? unfinished.path() : std::filesystem::path(path),
                       std::ios::binary | std::ios::trunc);
    if (file) {
      file.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
      file.close();
    }
    if (!file) {
      const std::error_code why(errno, std::generic_category());
      return "The file cannot be written" + (why ? ": " + why.message() : std::string()) + ".";
    }
  }
  if (!isReplaced) return {};
  error = unfinished.commit();
  return error ? "The file cannot be written: " + error.message() + "." : std::string();
}

}  // namespace usdscope
