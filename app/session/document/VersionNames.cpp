// SPDX-License-Identifier: Apache-2.0
#include "app/session/document/VersionNames.h"

#include "app/session/FileName.h"
#include "app/session/document/ViewChoice.h"

namespace usdscope {
namespace {

// The last `count` elements of a path.
std::string lastElements(const std::string& path, int count) {
  std::size_t at = path.size();
  for (; count > 0 && at != std::string::npos && at > 0; --count) at = path.rfind('/', at - 1);
  return at == std::string::npos || at == 0 ? path : path.substr(at + 1);
}

}  // namespace

VersionNames versionNames(const std::string& file, const VersionChoice& version) {
  if (!version.muted.empty()) return {fileName(file), "without " + fileName(version.muted)};
  VersionNames names;
  int count = 1;
  do {
    names = {lastElements(file, count), lastElements(version.file, count)};
    ++count;
  } while (names.first == names.second && (names.first != file || names.second != version.file));
  return names;
}

}  // namespace usdscope
