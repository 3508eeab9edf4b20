// SPDX-License-Identifier: Apache-2.0
#include "engine/base/AbandonedFiles.h"

#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#ifndef _WIN32
#include <signal.h>
#include <sys/types.h>
#endif

namespace usdscope {
namespace {

struct AbandonedName {
  std::string target;
  int process = 0;
};

// Reads TARGET.PROCESS-NUMBER.unfinished.
std::optional<AbandonedName> readName(std::string_view name) {
  constexpr std::string_view kEnding = ".unfinished";
  if (!name.ends_with(kEnding)) return std::nullopt;
  name.remove_suffix(kEnding.size());
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos || point == 0) return std::nullopt;
  const std::string_view numbers = name.substr(point + 1);
  const std::size_t hyphen = numbers.find('-');
  if (hyphen == std::string_view::npos) return std::nullopt;
  const auto isNumber = [](std::string_view text, int& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0;
  };
  AbandonedName read{.target = std::string(name.substr(0, point))};
  int count = 0;
  const bool isRead = isNumber(numbers.substr(0, hyphen), read.process) && read.process > 0 &&
                      isNumber(numbers.substr(hyphen + 1), count);
  return isRead ? std::optional(std::move(read)) : std::nullopt;
}

bool isRunning(int process) {
#ifdef _WIN32
  return process >= 0;  // Names have no process there.
#else
  return ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH;
#endif
}

}  // namespace

std::size_t removeAbandonedFiles(const std::filesystem::path& folder,
                                 const std::function<bool(const std::string& target)>& isOwn) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> abandoned;
  const fs::path listed = folder.empty() ? fs::path(".") : folder;
  for (fs::directory_iterator at(listed, error), end; !error && at != end; at.increment(error)) {
    const auto name = readName(at->path().filename().string());
    if (name && !isRunning(name->process) && isOwn(name->target)) abandoned.push_back(at->path());
  }
  std::size_t count = 0;
  for (const fs::path& file : abandoned) count += fs::remove(file, error) ? 1 : 0;
  return count;
}

}  // namespace usdscope
