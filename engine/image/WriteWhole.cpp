// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/image/detail/WriteWhole.h"

namespace usdscope {

std::string writeWholeFile(std::span<const std::byte> bytes, const std::string& path) {
  std::error_code error;
  // Writes to another name first, so that the file is never incomplete. Devices and pipes are
  // written directly.
  const bool isReplaced =
      !std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error);
  const std::string unfinished = isReplaced ? path + ".part" : path;
  {
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      if (isReplaced) std::filesystem::remove(unfinished, error);
      return "The file cannot be written.";
    }
  }
  if (!isReplaced) return {};
  std::filesystem::rename(unfinished, path, error);
  if (!error) return {};
  const std::string problem = "The file cannot be written: " + error.message() + ".";
  std::filesystem::remove(unfinished, error);
  return problem;
}

}  // namespace usdscope
