// SPDX-License-Identifier: Apache-2.0
#include "app/cli/KeptStatus.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "app/cli/Verb.h"
#include "engine/format/ReplaceFile.h"

namespace usdscope {

std::string statusFileOf(const std::string& result) { return result + ".status"; }

std::string keepStatus(const std::string& result, int status) {
  if (status != kSuccess) return replaceFile(statusFileOf(result), fmt::format("{}\n", status));
  std::error_code error;
  std::filesystem::remove(statusFileOf(result), error);
  return error ? error.message() + '.' : std::string();
}

}  // namespace usdscope
