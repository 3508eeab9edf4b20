// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/StageOptions.h"
#include "engine/report/dump/Dump.h"
#include "tests/support/CompareDump.h"

namespace usdscope {

/// A scene of the corpora with the reference's dump: a row of oracle/expected/INDEX.tsv.
struct ExpectedScene {
  std::string area;
  std::string scene;    ///< Relative to the corpora.
  std::string dump;     ///< Relative to oracle/expected.
  std::string options;  ///< Options of the verb `dump`, with files relative to the corpora.
};

inline std::vector<ExpectedScene> readExpectedScenes(const std::filesystem::path& corpora) {
  std::vector<ExpectedScene> scenes;
  std::ifstream index(corpora / "oracle/expected/INDEX.tsv");
  std::string line;
  std::getline(index, line);  // Skips the column names.
  while (std::getline(index, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '\t');) cells.push_back(cell);
    cells.resize(6);
    scenes.push_back({cells[0], cells[1], cells[2], cells[5]});
  }
  return scenes;
}

/// Compares the dump of a file with the reference's dump. If there is nothing to compare, `problem`
/// says why.
inline DumpComparison compareWithReference(const std::filesystem::path& file,
                                           const std::filesystem::path& dump, StageOptions options,
                                           const DumpOptions& dumpOptions, std::string& problem,
                                           const Environment& environment = {}) {
  options.file = file.string();
  options.readsMaterialX = false;
  std::ostringstream messages;
  const std::shared_ptr<const Stage> stage = openStage(options, {messages, messages, environment});
  const std::optional<Json> expected = readDump(dump);
  if (!stage) problem = "There is no stage. " + messages.str();
  if (!expected) problem = dump.string() + " cannot be read.";
  if (!stage || !expected) return {};
  Diagnostics problems;
  return compareDumps(dumpStage(*stage, dumpOptions, problems), *expected);
}

/// The options with which the reference opened a scene.
struct ExpectedOptions {
  StageOptions stage;
  DumpOptions dump;
};

inline ExpectedOptions optionsOf(const ExpectedScene& scene, const std::filesystem::path& corpora) {
  CLI::App command;
  StageOptions options;
  DumpOptions dumpOptions;
  VerbOptions verbOptions(command);
  addStageOptions(verbOptions, options);
  command.add_option("--max-prims", dumpOptions.maxPrims);
  std::istringstream words(scene.options);
  std::vector<std::string> arguments{"FILE"};
  for (std::string word; words >> word;) arguments.push_back(word);
  std::ranges::reverse(arguments);
  command.parse(arguments);
  if (!options.session.empty()) options.session = (corpora / options.session).string();
  return {options, dumpOptions};
}

inline DumpComparison compareWithReference(const ExpectedScene& scene,
                                           const std::filesystem::path& corpora,
                                           std::string& problem) {
  const ExpectedOptions options = optionsOf(scene, corpora);
  return compareWithReference(corpora / scene.scene, corpora / "oracle/expected" / scene.dump,
                              options.stage, options.dump, problem);
}

}  // namespace usdscope
