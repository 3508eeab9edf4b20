// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Tree.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/cli/StageOptions.h"
#include "app/cli/Verbs.h"

namespace usdscope {

RunVerb declareTree(CLI::App& command) {
  struct Options {
    StageOptions stage;
    TreeOptions tree;
    bool unloaded = false;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.add_flag("--unloaded", options->unloaded, "Do not load payloads");
  command.add_flag("-a,--attributes", options->tree.attributes, "Show authored properties too");
  command.add_flag("-m,--metadata", options->tree.metadata, "Show names of authored metadata");
  command.add_flag("-s,--simple", options->tree.simple, "Show names alone");
  return [options](Streams streams) {
    if (options->unloaded) options->stage.load = "none";
    const std::shared_ptr<const Stage> stage = openStage(options->stage, streams.err);
    if (!stage) return kFailure;
    treeLines(*stage, options->tree, [&](std::string_view line) { streams.out << line << '\n'; });
    return kSuccess;
  };
}

}  // namespace usdscope
