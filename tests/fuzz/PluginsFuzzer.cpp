// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "engine/plugins/PluginSet.h"
#include "tests/fuzz/MemoryBound.h"

namespace {

/// A folder for the files of one plug-in. It is removed at the end of the process.
class PluginFolder {
 public:
  PluginFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("fuzz_plugins_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~PluginFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PluginFolder(const PluginFolder&) = delete;
  PluginFolder& operator=(const PluginFolder&) = delete;

  std::string text() const { return path_.string(); }
  void write(const char* name, std::string_view text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace

// The entry point of the fuzzer: the text of a plugInfo.json, and behind a line `#usda 1.0` that of
// its generatedSchema.usda.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const PluginFolder folder;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t schema = std::min(text.find("#usda 1.0"), text.size());
  folder.write("plugInfo.json", text.substr(0, schema));
  folder.write("generatedSchema.usda", text.substr(schema));
  const usdscope::MemoryBound bound(size);
  usdscope::readPlugins({folder.text()});
  return 0;
}
