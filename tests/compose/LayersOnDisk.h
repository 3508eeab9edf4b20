// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/compose/Composition.h"
#include "tests/support/TemporaryFolder.h"

namespace usdscope {

/// Layers in a folder of their own, by file name, without the line `#usda 1.0`. `root.usda` is the
/// root layer; `session.usda` is the session layer where there is one.
class LayersOnDisk {
 public:
  explicit LayersOnDisk(const std::map<std::string, std::string>& texts) {
    for (const auto& [name, text] : texts) {
      std::ofstream(folder_ / name) << "#usda 1.0\n" << text << '\n';
    }
    hasSession_ = texts.contains("session.usda");
  }

  ComposedScene compose(const std::function<void(ComposeRequest&)>& change = {}) const {
    const std::filesystem::path session = hasSession_ ? folder_ / "session.usda" : "";
    return {folder_ / "root.usda", session, change};
  }
  std::string identifier(const std::string& name) const { return (folder_ / name).string(); }

 private:
  TemporaryFolder folder_;
  bool hasSession_ = false;
};

/// Kinds of errors, each in front of its message with the folder left out: `ArcCycle: An arc …`.
inline std::vector<std::string> textsOf(std::span<const CompositionError> errors,
                                        const LayersOnDisk& layers) {
  const std::string folder = layers.identifier("");
  std::vector<std::string> texts;
  for (const CompositionError& error : errors) {
    std::string text = std::string(nameOf(error.kind)) + ": " + error.message;
    for (std::size_t at; (at = text.find(folder)) != std::string::npos;) {
      text.erase(at, folder.size());
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace usdscope
