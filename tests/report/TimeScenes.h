// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "engine/base/Json.h"
#include "tests/support/CompareDump.h"
#include "tests/support/TestAssets.h"

namespace usdscope {

/// Random scenes about time with the reference's results (tests/oracle/expected_times.py): the
/// scenes kept with the tests, or the files of the folder $USDSCOPE_TIME_SCENES if it is set.
inline Json readTimeScenes() {
  const char* folder = std::getenv("USDSCOPE_TIME_SCENES");
  if (!folder) {
    const auto kept = readDump(testAssetsPath() / "time/random.json.gz");
    return kept ? (*kept)["scenes"] : Json::array();
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  Json scenes = Json::array();
  for (const auto& file : files) {
    std::ifstream in(file);
    scenes.push_back(parseJson(in));
  }
  return scenes;
}

}  // namespace usdscope
