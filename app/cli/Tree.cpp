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
    bool isComposed = true;
  };
  auto options = std::make_shared<Options>();
  addStageOptions(command, options->stage);
  command.add_flag("--unloaded", options->unloaded, "Do not load payloads");
  command.add_flag("-a,--attributes", options->tree.attributes, "Show authored properties too");
  command.add_flag("-m,--metadata", options->tree.metadata, "Show names of authored metadata");
  command.add_flag("-s,--simple", options->tree.simple, "Show names alone");
  command.add_flag("-c,--counts", options->tree.counts,
                   "Show how many attributes are animated, and by clips");
  command.add_flag("--models", options->tree.models, "Show the model hierarchy alone");
  command.add_flag("-f,--flatten", options->isComposed,
                   "Show the composed stage: that is what is shown anyway");
  return [options](Streams streams) {
    if (options->unloaded) options->stage.load = "none";
    const std::shared_ptr<const Stage> stage = openStage(options->stage, streams.err);
    if (!stage) return kFailure;
    treeLines(*stage, options->tree, [&](std::string_view line) { streams.out << line << '\n'; });
    return kSuccess;
  };
}

}  // namespace usdscope
