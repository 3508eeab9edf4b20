// SPDX-License-Identifier: Apache-2.0
#include "tests/support/Corpora.h"

#include <cstdlib>
#include <system_error>

namespace usdscope {

std::optional<std::filesystem::path> corporaPath() {
  const char* variable = std::getenv("USDSCOPE_CORPORA");
  const bool isSet = variable != nullptr && *variable != '\0';
  const std::filesystem::path folder =
      isSet ? std::filesystem::path(variable)
            : std::filesystem::path(USDSCOPE_SOURCE_DIR).parent_path() / "shared";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return std::nullopt;
  return folder;
}

}  // namespace usdscope
